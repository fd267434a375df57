import type { ContextTokens, TaskEvent, Todo } from "@roo-code/types";

/** What the newest events say about a task beside its conversation. Undefined: no event here says it. */
export interface TaskFacts {
  readonly isRunning: boolean | undefined;
  readonly mode: string | undefined;
  readonly model: string | undefined;
  readonly todos: readonly Todo[] | undefined;
  readonly context: ContextTokens | undefined;
  /** A request is under way since then. */
  readonly askedAt: string | undefined;
}

export const noFacts: TaskFacts = {
  isRunning: undefined,
  mode: undefined,
  model: undefined,
  todos: undefined,
  context: undefined,
  askedAt: undefined,
};

export function foldFacts(facts: TaskFacts, event: TaskEvent): TaskFacts {
  switch (event.type) {
    case "task.start":
    case "mode.start":
      return { ...facts, mode: event.mode };
    case "run.start":
      return { ...facts, isRunning: true, model: event.model };
    case "run.end":
      return { ...facts, isRunning: false, askedAt: undefined };
    case "turn.start":
      return { ...facts, askedAt: event.at, ...(event.context && { context: event.context }) };
    case "turn.end":
      return { ...facts, askedAt: undefined, ...(event.model !== undefined && { model: event.model }) };
    case "turn.failed":
      return { ...facts, askedAt: undefined };
    case "todos.added":
      return { ...facts, todos: event.todos };
    default:
      return facts;
  }
}
