import * as z from "zod";
import type { EvalTrial } from "./trial.ts";

/**
 * Outcome of a trial, decided once when it is graded and never changed afterwards.
 * `limit`: a limit ended the agent's work and the result does not pass. `voided`: the tests passed, but provably because they
 * were tampered with. `excluded`: the exercise passes without any work, so it says nothing about an agent. `error`: the
 * trial itself failed (missing toolchain, out of memory, grading timeout), which says nothing about the agent.
 */
export const verdicts = ["passed", "failed", "limit", "voided", "excluded", "error"] as const;
export const verdictSchema = z.enum(verdicts);
export type Verdict = z.infer<typeof verdictSchema>;

/** The denominator of every rate. */
export const scoredVerdicts = ["passed", "failed", "limit", "voided"] as const satisfies readonly Verdict[];

export const trialLimits = ["time", "turns", "tokens", "cost"] as const;
export const trialLimitSchema = z.enum(trialLimits);
export type TrialLimit = z.infer<typeof trialLimitSchema>;

/** `expected` is counted in the original tests, so that removed tests are noticed. */
export const testCountsSchema = z.object({
  expected: z.number(),
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
});
export type TestCounts = z.infer<typeof testCountsSchema>;

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
