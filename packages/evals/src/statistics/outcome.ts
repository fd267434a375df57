import type { EvalTrial } from "@roo-code/types";

/**
 * How a trial counts. `flagged`: passed, but it looks like cheating; in no pass rate a success. `error` and `unfinished`
 * say nothing about the agent and are in no denominator.
 */
export const outcomes = ["passed", "flagged", "failed", "limit", "error", "unfinished"] as const;
export type Outcome = (typeof outcomes)[number];
export type OutcomeCounts = Readonly<Record<Outcome, number>>;

export function outcomeOf(trial: EvalTrial): Outcome {
  if (trial.status !== "finished" || trial.verdict === null) return "unfinished";
  return trial.verdict === "passed" && trial.flags.length > 0 ? "flagged" : trial.verdict;
}

/** Whether a trial is in the denominator. */
export function isScored(trial: EvalTrial): boolean {
  const outcome = outcomeOf(trial);
  return outcome !== "error" && outcome !== "unfinished";
}

export function countOutcomes(trials: readonly EvalTrial[]): OutcomeCounts {
  const counts: Record<Outcome, number> = { passed: 0, flagged: 0, failed: 0, limit: 0, error: 0, unfinished: 0 };
  for (const trial of trials) counts[outcomeOf(trial)] += 1;
  return counts;
}
