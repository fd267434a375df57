import {
  compareWithFirst,
  type RunComparison,
  type RunSummary,
  type RunWithTrials,
  summarizeRun,
} from "../statistics/index.ts";
import { exerciseMatrix, type MatrixRow } from "./exercise-matrix.ts";
import { runWithoutSecrets } from "./run-without-secrets.ts";

/** Everything a report says about some runs, as plain data. The first run is the one the others are compared with. */
export interface EvalReport {
  readonly madeAt: string;
  readonly runs: readonly RunSummary[];
  readonly comparisons: readonly RunComparison[];
  readonly matrix: readonly MatrixRow[];
}

export function evalReport(runs: readonly RunWithTrials[], madeAt: Date): EvalReport {
  const summaries = runs.map(summarizeRun);
  return {
    madeAt: madeAt.toISOString(),
    runs: summaries.map((summary) => ({ ...summary, run: runWithoutSecrets(summary.run) })),
    // Compared as they are, so that keys that differ are noticed.
    comparisons: compareWithFirst(runs).map((comparison) => ({
      ...comparison,
      baseline: runWithoutSecrets(comparison.baseline),
      candidate: runWithoutSecrets(comparison.candidate),
    })),
    matrix: exerciseMatrix(summaries),
  };
}
