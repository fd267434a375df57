import { type BudgetShare, type Clock, type EventOf, type SerialQueue, type Subtasks } from "@roo-code/types";
import type { WorkflowRecord } from "./workflow-record.ts";

export interface CheckOutcome {
  /** null when it was stopped, for example by its timeout. */
  readonly exitCode: number | null;
  /** Bounded. */
  readonly output: string;
  readonly durationMs: number;
}

/** What a plan is run with. */
export interface WorkflowPorts {
  readonly record: WorkflowRecord;
  /** The same port that a task uses for its subtasks. */
  readonly subtasks: Subtasks;
  /** Runs a command in the workspace and stops it when the signal aborts. Never throws because the command failed. */
  check(command: string, options: { readonly timeoutMs: number; readonly signal: AbortSignal }): Promise<CheckOutcome>;
  /** Saves the workspace's files; undefined if that is disabled or failed. Never throws. */
  snapshot(label: string): Promise<{ readonly id: string; readonly skipped: number } | undefined>;
  /** Runs checks, snapshots and merges of copies one at a time: none may see the workspace while another changes it. */
  readonly changes: SerialQueue;
  readonly clock: Clock;
  readonly budget: BudgetShare;
  /** How many tasks and checks may run at once. */
  readonly concurrency: number;
  readonly runStart: Omit<EventOf<"run.start">, "seq" | "at">;
}
