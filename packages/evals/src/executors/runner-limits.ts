import type { RunnerOrder } from "../runner/runner-order.ts";

/** What one trial may use, with all that it starts. */
export interface TrialResources {
  readonly memoryBytes: number;
  readonly cpus: number;
}

export const usualResources: TrialResources = { memoryBytes: 3 * 1024 ** 3, cpus: 2 };
export const mostProcesses = 2048;

/** Preparing and grading, twice where the agent may try again, beside the agent's own time. */
const besidesMs = 30 * 60_000;

/** When a trial is over, whatever it says. */
export function deadlineOf({ limits }: RunnerOrder): number {
  // A timer takes no more than 24 days.
  return Math.min(limits.seconds * 1000 + besidesMs, 2 ** 31 - 1);
}
