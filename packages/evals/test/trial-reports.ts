import { evalRunRequestSchema, type TrialMetrics } from "@roo-code/types";
import type { NewRun, TrialReport } from "../src/queue/index.ts";

export function metricsWith(differences: Partial<TrialMetrics> = {}): TrialMetrics {
  return {
    tokensIn: 100,
    tokensOut: 10,
    tokensContext: 100,
    cacheWrites: 1,
    cacheReads: 2,
    cost: 0.5,
    turns: 3,
    duration: 12.5,
    toolUsage: { read_file: { attempts: 2, failures: 1 } },
    ...differences,
  };
}

export function reportWith(differences: Partial<TrialReport> = {}): TrialReport {
  return {
    verdict: "passed",
    limit: null,
    error: null,
    tests: { expected: 1, passed: 1, failed: 0, skipped: 0 },
    metrics: metricsWith(),
    toolErrors: [],
    flags: [],
    diff: "",
    gradingMs: 5,
    ...differences,
  };
}

export const errorReport = reportWith({
  verdict: "error",
  error: { code: "no_toolchain", message: "no go" },
  tests: null,
});

/** A run of exercises `e1`, `e2`, … in one language. */
export function newRun(exercises: number, request: object = {}): NewRun {
  return {
    request: evalRunRequestSchema.parse({ suite: "made-up", agent: "null", ...request }),
    model: "null",
    exercises: Array.from({ length: exercises }, (_, index) => ({ language: "go", name: `e${index + 1}` })),
  };
}
