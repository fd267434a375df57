import { looksSecret } from "@roo-code/store/secret-value";
import type { EvalRun } from "@roo-code/types";
import {
  compareWithFirst,
  type RunComparison,
  type RunSummary,
  type RunWithTrials,
  summarizeRun,
} from "../statistics/index.ts";
import { exerciseMatrix, type MatrixRow } from "./exercise-matrix.ts";

/** The content of a report as plain data. The others are compared with the first run. */
export interface EvalReport {
  readonly createdAt: string;
  readonly runs: readonly RunSummary[];
  readonly comparisons: readonly RunComparison[];
  readonly matrix: readonly MatrixRow[];
}

export function evalReport(runs: readonly RunWithTrials[], createdAt: Date): EvalReport {
  const summaries = runs.map(summarizeRun);
  return {
    createdAt: createdAt.toISOString(),
    runs: summaries.map((summary) => ({ ...summary, run: runWithoutSecrets(summary.run) })),
    // Compared before redaction, so that different keys are noticed.
    comparisons: compareWithFirst(runs).map((comparison) => ({
      ...comparison,
      baseline: runWithoutSecrets(comparison.baseline),
      candidate: runWithoutSecrets(comparison.candidate),
    })),
    matrix: exerciseMatrix(summaries),
  };
}

/** Redacts settings that look like keys or have names of keys. */
function runWithoutSecrets(run: EvalRun): EvalRun {
  return { ...run, request: { ...run.request, settings: copyRecord(run.request.settings) } };
}

function copyRecord(record: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, copy(name, value)]));
}

function copy(name: string, value: unknown): unknown {
  if (typeof value === "string") return looksSecret(name, value) ? "(secret)" : value;
  if (Array.isArray(value)) return value.map((item) => copy(name, item));
  return typeof value === "object" && value !== null ? copyRecord(value) : value;
}
