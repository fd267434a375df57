import type { BudgetShare, Clock, EventOf, Subtasks } from "@roo-code/types";
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
  /** Nothing else that is done alone happens meanwhile: checks, snapshots, bringing a copy's changes in. */
  alone<Value>(work: () => Promise<Value>): Promise<Value>;
  readonly clock: Clock;
  readonly budget: BudgetShare;
  /** How many tasks and checks may be under way at once. */
  readonly concurrency: number;
  readonly runStart: Omit<EventOf<"run.start">, "seq" | "at">;
}
