import * as z from "zod";

/**
 * `limit`: a cap ended the agent's work and what it left does not pass. `error`: the trial itself went wrong (a toolchain
 * that is missing, no memory, no time to grade), which says nothing about the agent and is counted apart.
 */
export const verdicts = ["passed", "failed", "limit", "error"] as const;
export const verdictSchema = z.enum(verdicts);
export type Verdict = z.infer<typeof verdictSchema>;

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
