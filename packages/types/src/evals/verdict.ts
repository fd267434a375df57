import * as z from "zod";

/**
 * What came of a trial, decided once when it is graded: nothing after that turns one into another.
 * `limit`: a cap ended the agent's work and what it left does not pass. `voided`: the tests passed, but it is proven that they
 * were tampered with. `excluded`: the exercise passes although nothing is done, so it says nothing about anybody. `error`: the
 * trial itself went wrong (a toolchain that is missing, no memory, no time to grade), which says nothing about the agent.
 */
export const verdicts = ["passed", "failed", "limit", "voided", "excluded", "error"] as const;
export const verdictSchema = z.enum(verdicts);
export type Verdict = z.infer<typeof verdictSchema>;

/** The denominator of every rate. */
export const scoredVerdicts = ["passed", "failed", "limit", "voided"] as const satisfies readonly Verdict[];

export const trialLimits = ["time", "turns", "tokens", "cost"] as const;
export const trialLimitSchema = z.enum(trialLimits);
export type TrialLimit = z.infer<typeof trialLimitSchema>;

/** `expected` is counted in the pristine tests, so that a test that vanished is noticed. */
export const testCountsSchema = z.object({
  expected: z.number(),
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
});
export type TestCounts = z.infer<typeof testCountsSchema>;
