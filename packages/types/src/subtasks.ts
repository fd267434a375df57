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

/** Where the subtask works; decided and recorded before it exists. */
export interface SubtaskPlace {
  readonly taskId: TaskId;
  /** Its own copy of the workspace, if others write at the same time; created when it first runs. */
  readonly worktree?: string;
}

export interface Subtask extends SubtaskOrder, SubtaskPlace {
  readonly callId: string;
  /** `child-1`, `child-1.2`, … */
  readonly agent: string;
}

export interface SubtaskOutcome extends RunResult {
  /** Conflicts: the workspace keeps the other version, `aside` has the subtask's. */
  readonly conflicts?: readonly SubtaskConflict[];
  /** The workspace before its changes were merged; absent if it worked in the workspace itself. */
  readonly before?: MergeOutcome["before"];
  /** What it changed in the workspace, directly or when its copy was merged. */
  readonly change?: ChangeRecord;
}

export interface SubtaskConflict {
  readonly path: string;
  /** A file outside of the workspace; see `MergeOutcome`. */
  readonly aside: string;
  /** Its content, if it is text and short enough. */
  readonly version?: string;
}

export interface SubtaskRun {
  readonly signal: AbortSignal;
  readonly budget: BudgetShare;
  /** Upper bound of its capabilities, whatever its mode. */
  readonly ceiling: Capabilities;
}

/** Runs subtasks. */
export interface Subtasks {
  /** Slugs of the modes they may use. */
  readonly modes: readonly string[];
  /** For orders that will run in parallel. Changes nothing. */
  place(orders: readonly SubtaskOrder[]): Promise<readonly SubtaskPlace[]>;
  /**
   * Runs the subtask to its end and merges its changes into the workspace. Called again after a crash, it resumes where
   * the subtask was, or returns its outcome. Never rejects because the subtask failed; when the signal aborts, the subtask, its processes and
   * its own subtasks have ended by the time this returns.
   */
  run(subtask: Subtask, options: SubtaskRun): Promise<SubtaskOutcome>;
}
