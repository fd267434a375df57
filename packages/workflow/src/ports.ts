import { type BudgetShare, type Clock, type EventOf, type SerialQueue, type Subtasks } from "@roo-code/types";
import type { WorkflowRecord } from "./workflow-record.ts";

export interface CheckOutcome {
  /** null when it was ended, by its time limit above all. */
  readonly exitCode: number | null;
  /** Bounded. */
  readonly output: string;
  readonly durationMs: number;
}

/** What a plan is carried out with. */
export interface WorkflowPorts {
  readonly record: WorkflowRecord;
  /** The same port that a task uses for those that work for it. */
  readonly subtasks: Subtasks;
  /** Runs a command in the workspace; never throws for what the command did, and ends it when the signal aborts. */
  check(command: string, options: { readonly timeoutMs: number; readonly signal: AbortSignal }): Promise<CheckOutcome>;
  /** Saves the workspace's files; undefined where that is off or failed. Never throws. */
  snapshot(label: string): Promise<{ readonly id: string; readonly skipped: number } | undefined>;
  /** Checks, snapshots and merges of copies, one at a time: none may see the workspace while another works in it. */
  readonly changes: SerialQueue;
  readonly clock: Clock;
  readonly budget: BudgetShare;
  /** How many tasks and checks may be under way at once. */
  readonly concurrency: number;
  readonly runStart: Omit<EventOf<"run.start">, "seq" | "at">;
}
