import { statSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import {
  addUsage,
  emptyTaskView,
  foldAsked,
  foldTaskView,
  noUsage,
  reduceTaskView,
  type TaskEvent,
  type Usage,
  usageOf,
} from "@roo-code/types";
import { LogCursor } from "../log-cursor.ts";
import { readLog } from "../read-log.ts";
import type { TaskFolder } from "../task-folder.ts";

/** What a list shows of a task, as far as its log was read. */
export interface TaskProjection {
  readonly folder: string;
  readonly lastSeq: number;
  /** When that event was written: distinguishes two that had the same number. */
  readonly lastAt: string;
  readonly mode: string;
  readonly model: string | null;
  readonly turns: number;
  /** Including its subtasks. */
  readonly usage: Usage;
  /** What the user is asked, by call id. */
  readonly waiting: Readonly<Record<string, "approval" | "answer">>;
  readonly isFork: boolean;
  readonly hasRun: boolean;
}

/** What the task itself used on one day, with one model, in one mode. */
interface UsageRow {
  readonly day: string;
  readonly model: string;
  readonly mode: string;
  readonly turns: number;
  readonly usage: Usage;
}

const emptyProjection: TaskProjection = {
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

/** A projection, and the log position after it. */
export interface ReadProjection {
  readonly state: TaskProjection;
  readonly position: number;
}

export interface AdvancedProjection extends ReadProjection {
  readonly rows: readonly UsageRow[];
  /** It was rebuilt: earlier rows are replaced. */
  readonly isRebuilt: boolean;
}

/** Reads the new events of a log. Throws `task_not_found`, `task_damaged`. */
export async function advanceProjection(
  folder: TaskFolder,
  known: ReadProjection | undefined,
): Promise<AdvancedProjection> {
  // A writer removes lines again when the disk is full.
  const isIntact = known !== undefined && sizeOf(folder.log) >= known.position;
  if (!isIntact) return { ...(await readFrom(folder, logStart)), isRebuilt: true };
  try {
    return { ...(await readFrom(folder, known)), isRebuilt: false };
  } catch {
    // The log was rewritten after the known position.
    return { ...(await readFrom(folder, logStart)), isRebuilt: true };
  }
}

const logStart: ReadProjection = { state: emptyProjection, position: 0 };

async function readFrom(folder: TaskFolder, known: ReadProjection): Promise<Omit<AdvancedProjection, "isRebuilt">> {
  const cursor = new LogCursor(folder, known.state.lastSeq, known.position);
  const fold = new ProjectionFold(known.state);
  for (;;) {
    const { events, isAtEnd } = cursor.read();
    for (const event of events) fold.add(event);
    if (isAtEnd) break;
    await setImmediate();
  }
  if (fold.hasRewound) fold.correct(await afterRewind(folder, fold.state.lastSeq));
  return { state: fold.state, rows: fold.rows, position: cursor.position };
}

async function afterRewind(folder: TaskFolder, lastSeq: number): Promise<Pick<TaskProjection, "mode">> {
  const { events } = await readLog(folder);
  return reduceTaskView(events.slice(0, lastSeq));
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

type Waiting = Readonly<{ callId: string; waitsFor: "approval" | "answer" }>;

/** Folds further events of a task, as everywhere else (`foldTaskView`). */
class ProjectionFold {
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

  /** The usage in these events. */
  get rows(): readonly UsageRow[] {
    return [...this.#rows.values()];
  }

  /** If so, the mode cannot be determined from these events alone. */
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
    // The usage of a subtask is in its own rows.
    if (type !== "subtask.end") this.#addRow(at, usageOf(event), type === "turn.end" ? 1 : 0);
  }

  /** Sets what only the whole log can tell. */
  correct({ mode }: Pick<TaskProjection, "mode">): void {
    this.#view.mode = mode;
  }

  #addRow(at: string, used: Usage | undefined, turns: number): void {
    const { isFork, hasRun } = this.#state;
    // What a fork shares with another task is counted there.
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
