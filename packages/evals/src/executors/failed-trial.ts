import type { Failure, TrialMetrics } from "@roo-code/types";
import type { TrialReport } from "../queue/index.ts";

export const noMetrics: TrialMetrics = {
  tokensIn: 0,
  tokensOut: 0,
  tokensContext: 0,
  cacheWrites: 0,
  cacheReads: 0,
  cost: null,
  turns: 0,
  duration: 0,
  toolUsage: {},
};

/** A trial that went wrong itself, with what is known of it to have been used. */
export function failedTrial(error: Failure, metrics: TrialMetrics = noMetrics): TrialReport {
  return {
    verdict: "error",
    limit: null,
    error,
    tests: null,
    metrics,
    toolErrors: [],
    flags: [],
    diff: "",
    gradingMs: 0,
  };
}
