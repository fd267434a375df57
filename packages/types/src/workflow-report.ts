import type { Usage } from "./usage.ts";

export type StepProgress = "waiting" | "running" | "completed" | "failed" | "skipped";

/** A phase as shown to users and in JSON output. */
export interface PhaseReport {
  readonly id: string;
  readonly name: string;
  readonly status: StepProgress;
  readonly startedAt?: string;
  /** By the timestamps in the log; absent while it waits or runs. */
  readonly durationMs?: number;
  readonly usage: Usage;
  readonly subtasks: readonly SubtaskReport[];
  /** Tasks that were started because a check of the phase failed. */
  readonly repairs: readonly string[];
  readonly checks: readonly CheckReport[];
}

export interface SubtaskReport {
  readonly id: string;
  readonly status: StepProgress;
  readonly attempts: number;
  /** Oldest first. */
  readonly taskIds: readonly string[];
  readonly startedAt?: string;
  readonly durationMs?: number;
  readonly usage: Usage;
  /** Of the latest attempt. */
  readonly checks: readonly CheckReport[];
}

export interface CheckReport {
  readonly command: string;
  readonly exitCode: number | null;
  readonly durationMs: number;
}
