import type { BudgetShare } from "./budget.ts";
import type { Capabilities } from "./capabilities.ts";
import type { TaskId } from "./ids.ts";
import type { RunResult } from "./result.ts";
import type { ChangeRecord } from "./snapshots.ts";
import type { Todo } from "./todo.ts";
import type { MergeOutcome } from "./worktrees.ts";

/** What one task asks of another. */
export interface SubtaskOrder {
  readonly mode: string;
  readonly message: string;
  readonly todos: readonly Todo[];
}

/** Where it will work; decided, and recorded, before it exists. */
export interface SubtaskPlace {
  readonly taskId: TaskId;
  /** A copy of the workspace of its own, where others write at the same time; made when it is first run. */
  readonly worktree?: string;
}

export interface Subtask extends SubtaskOrder, SubtaskPlace {
  readonly callId: string;
  /** `child-1`, `child-1.2`, … */
  readonly agent: string;
}

export interface SubtaskOutcome extends RunResult {
  /** Files that it and somebody else changed differently: the workspace keeps the other's, `aside` has its own. */
  readonly conflicts?: readonly SubtaskConflict[];
  /** The workspace before its changes were brought in; absent where it worked in the workspace itself. */
  readonly before?: MergeOutcome["before"];
  /** What it changed in the workspace, by itself or when its copy was brought in. */
  readonly change?: ChangeRecord;
}

export interface SubtaskConflict {
  readonly path: string;
  /** A file outside of the workspace; see `MergeOutcome`. */
  readonly aside: string;
  /** What is in it, where that is text and short enough to be told. */
  readonly version?: string;
}

export interface SubtaskRun {
  readonly signal: AbortSignal;
  readonly budget: BudgetShare;
  /** What it may do at most, whatever its mode is. */
  readonly ceiling: Capabilities;
}

/** Tasks that work for another one. */
export interface Subtasks {
  /** Slugs of modes they may have. */
  readonly modes: readonly string[];
  /** For orders that will run at the same time. Changes nothing. */
  place(orders: readonly SubtaskOrder[]): Promise<readonly SubtaskPlace[]>;
  /**
   * Runs it to its end and brings its changes into the workspace. The same place again, after a crash: goes on where
   * it was, or returns what came of it. Never rejects for what it did; when the signal aborts, it, its processes and
   * those that work for it have ended by the time this returns.
   */
  run(subtask: Subtask, options: SubtaskRun): Promise<SubtaskOutcome>;
}
