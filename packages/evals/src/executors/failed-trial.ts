import type { Failure, TrialMetrics } from "@roo-code/types";
import type { TrialReport } from "../queue/index.ts";
import { noMetrics } from "../trial/metrics.ts";

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
