import type { EvalTrial } from "./trial.ts";
import { scoredVerdicts, type Verdict, verdicts } from "./verdict.ts";

/** How a trial counts: by its verdict, once it has one. Flags are for review and do not affect it. */
export const outcomes = [...verdicts, "unfinished"] as const;
export type Outcome = (typeof outcomes)[number];
export type OutcomeCounts = Readonly<Record<Outcome, number>>;

type Ended = Pick<EvalTrial, "status" | "verdict">;

export function outcomeOf({ status, verdict }: Ended): Outcome {
  return status !== "finished" || verdict === null ? "unfinished" : verdict;
}

/** Whether a trial is in the denominator. */
export function isScored(trial: Ended): boolean {
  const scored: readonly (Verdict | "unfinished")[] = scoredVerdicts;
  return scored.includes(outcomeOf(trial));
}

export function countOutcomes(trials: readonly Ended[]): OutcomeCounts {
  const counts = { passed: 0, failed: 0, limit: 0, voided: 0, excluded: 0, error: 0, unfinished: 0 };
  for (const trial of trials) counts[outcomeOf(trial)] += 1;
  return counts;
}
