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
  return { ...facts, ...factsOf(event) };
}

/** What an event says of these; most say nothing. */
function factsOf(event: TaskEvent): Partial<TaskFacts> {
  if (event.type === "task.start" || event.type === "mode.start") return { mode: event.mode };
  if (event.type === "run.start") return { isRunning: true, model: event.model };
  if (event.type === "run.end") return { isRunning: false, askedAt: undefined };
  if (event.type === "turn.start") return { askedAt: event.at, ...(event.context && { context: event.context }) };
  if (event.type === "turn.end")
    return { askedAt: undefined, ...(event.model !== undefined && { model: event.model }) };
  if (event.type === "turn.failed") return { askedAt: undefined };
  if (event.type === "todos.added") return { todos: event.todos };
  return {};
}
