import { addUsage, type EventOf, noUsage, type TaskEvent, type Usage } from "@roo-code/types";

/** What a list shows of a task, as far as its log was read. */
export interface TaskProjection {
  readonly folder: string;
  readonly lastSeq: number;
  /** When that event was written: tells apart two that had the same number. */
  readonly lastAt: string;
  readonly mode: string;
  readonly model: string | null;
  readonly turns: number;
  /** Those that worked for it included. */
  readonly usage: Usage;
  /** Call → what a person is asked. */
  readonly waiting: Readonly<Record<string, "approval" | "answer">>;
  readonly isFork: boolean;
  readonly hasRun: boolean;
}

/** What the task itself used on a day, with a model, in a mode. */
export interface UsageRow {
  readonly day: string;
  readonly model: string;
  readonly mode: string;
  readonly turns: number;
  readonly usage: Usage;
}

export const emptyProjection: TaskProjection = {
  folder: "",
  lastSeq: 0,
  lastAt: "",
  mode: "",
  model: null,
  turns: 0,
  usage: noUsage(),
  waiting: {},
  isFork: false,
  hasRun: false,
};

/** Some more events of a task, folded. */
export class ProjectionFold {
  #state: TaskProjection;
  readonly #rows = new Map<string, UsageRow>();
  #hasRewound = false;

  constructor(state: TaskProjection) {
    this.#state = state;
  }

  get state(): TaskProjection {
    return this.#state;
  }

  /** What was used in these events. */
  get rows(): readonly UsageRow[] {
    return [...this.#rows.values()];
  }

  /** The mode and what is asked are not what these events alone say. */
  get hasRewound(): boolean {
    return this.#hasRewound;
  }

  add(event: TaskEvent): void {
    this.#set({ lastSeq: event.seq, lastAt: event.at });
    switch (event.type) {
      case "task.start":
        return this.#set({
          folder: event.environment.cwd,
          mode: event.mode,
          isFork: event.forkedFrom !== undefined,
        });
      case "run.start":
        return this.#set({ model: event.model, hasRun: true });
      case "mode.start":
        return this.#set({ mode: event.mode });
      case "rewind.added":
        this.#hasRewound = true;
        return;
      case "turn.end":
        this.#set({ turns: this.#state.turns + 1, model: event.model ?? this.#state.model });
        return this.#use(event, event.usage, 1);
      case "summary.added":
        return event.usage && this.#use(event, event.usage, 0);
      case "sample.end":
        return this.#use(event, event.usage, 0);
      case "subtask.end":
        return this.#set({ usage: addUsage(this.#state.usage, event.usage) });
      case "approval.requested":
        return this.#set({ waiting: { ...this.#state.waiting, [event.callId]: "approval" } });
      case "question.requested":
        return this.#set({ waiting: { ...this.#state.waiting, [event.callId]: "answer" } });
      case "approval.end":
      case "question.end":
      case "tool.end":
        return this.#answered(event.callId);
      case "run.end":
      case "message.added":
      case "abort.requested":
      case "condense.requested":
      case "turn.start":
      case "turn.failed":
      case "snapshot.added":
      case "change.added":
      case "subtask.start":
      case "workflow.start":
      case "phase.start":
      case "phase.end":
      case "check.end":
      case "hook.end":
      case "tool.start":
      case "todos.added":
      case "notice.added":
      case "connection.start":
      case "connection.added":
      case "connection.failed":
      case "mcp.end":
      case "resource.end":
        return;
      default:
        // Of a newer version.
        event satisfies never;
    }
  }

  /** For what only the whole log says. */
  correct(parts: Pick<TaskProjection, "mode" | "waiting">): void {
    this.#set(parts);
  }

  #set(parts: Partial<TaskProjection>): void {
    this.#state = { ...this.#state, ...parts };
  }

  #answered(callId: string): void {
    if (!(callId in this.#state.waiting)) return;
    const { [callId]: _, ...waiting } = this.#state.waiting;
    this.#set({ waiting });
  }

  #use({ at }: EventOf<"turn.end" | "summary.added" | "sample.end">, used: Usage, turns: number): void {
    const { usage, isFork, hasRun, mode } = this.#state;
    this.#set({ usage: addUsage(usage, used) });
    // What a fork shares with another task was used there.
    if (isFork && !hasRun) return;
    const row = { day: at.slice(0, 10), model: this.#state.model ?? "", mode };
    const key = JSON.stringify(row);
    const before = this.#rows.get(key);
    this.#rows.set(key, {
      ...row,
      turns: (before?.turns ?? 0) + turns,
      usage: addUsage(before?.usage ?? noUsage(), used),
    });
  }
}
