import {
  addUsage,
  emptyTaskView,
  foldAsked,
  foldTaskView,
  noUsage,
  type TaskEvent,
  type Usage,
  usageOf,
} from "@roo-code/types";

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

type Waiting = Readonly<{ callId: string; waitsFor: "approval" | "answer" }>;

/** Some more events of a task, folded as everywhere else (`foldTaskView`). */
export class ProjectionFold {
  #state: TaskProjection;
  readonly #view;
  #waiting: readonly Waiting[];
  readonly #rows = new Map<string, UsageRow>();
  #hasRewound = false;

  constructor(state: TaskProjection) {
    const { lastSeq, mode, model, turns, usage } = state;
    this.#state = state;
    this.#view = { ...emptyTaskView(), lastSeq, mode, model, turns, usage };
    this.#waiting = Object.entries(state.waiting).map(([callId, waitsFor]) => ({ callId, waitsFor }));
  }

  get state(): TaskProjection {
    const { lastSeq, mode, model, turns, usage } = this.#view;
    const waiting = Object.fromEntries(this.#waiting.map(({ callId, waitsFor }) => [callId, waitsFor]));
    return { ...this.#state, lastSeq, mode, model, turns, usage, waiting };
  }

  /** What was used in these events. */
  get rows(): readonly UsageRow[] {
    return [...this.#rows.values()];
  }

  /** The mode is not what these events alone say. */
  get hasRewound(): boolean {
    return this.#hasRewound;
  }

  add(event: TaskEvent): void {
    foldTaskView(this.#view, event);
    this.#waiting = foldAsked(this.#waiting, event, ({ callId, type }) => ({
      callId,
      waitsFor: type === "approval.requested" ? "approval" : "answer",
    }));
    const { type, at } = event;
    this.#state = { ...this.#state, lastAt: at, hasRun: this.#state.hasRun || type === "run.start" };
    if (type === "task.start")
      this.#state = { ...this.#state, folder: event.environment.cwd, isFork: event.forkedFrom !== undefined };
    if (type === "rewind.added") this.#hasRewound = true;
    // What a subtask used is in its own rows.
    if (type !== "subtask.end") this.#addRow(at, usageOf(event), type === "turn.end" ? 1 : 0);
  }

  /** For what only the whole log says. */
  correct({ mode }: Pick<TaskProjection, "mode">): void {
    this.#view.mode = mode;
  }

  #addRow(at: string, used: Usage | undefined, turns: number): void {
    const { isFork, hasRun } = this.#state;
    // What a fork shares with another task was used there.
    if (!used || (isFork && !hasRun)) return;
    const { mode, model } = this.#view;
    const row = { day: at.slice(0, 10), model: model ?? "", mode };
    const key = JSON.stringify(row);
    const before = this.#rows.get(key);
    this.#rows.set(key, {
      ...row,
      turns: (before?.turns ?? 0) + turns,
      usage: addUsage(before?.usage ?? noUsage(), used),
    });
  }
}
