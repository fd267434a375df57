import type { RunnerOrder } from "../runner/runner-order.ts";

const name = "ROO_TRIAL";

export interface TrialMark {
  readonly variable: Readonly<Record<string, string>>;
  /** As it stands among the variables of a process. */
  readonly text: string;
}

/** By this everything that belongs to one attempt at a trial is known, wherever it hides. */
export function markOf({ runId, trialId, number }: Pick<RunnerOrder, "runId" | "trialId" | "number">): TrialMark {
  const value = `${runId}.${trialId}.${number}`;
  return { variable: { [name]: value }, text: `${name}=${value}\0` };
}

/** How the name of its folder for temporary files begins. */
export function scratchPrefix({ runId, trialId, number }: Pick<RunnerOrder, "runId" | "trialId" | "number">): string {
  return `roo-trial-${runId}.${trialId}.${number}-`;
}
