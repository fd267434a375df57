import { describeComparison } from "./describe-comparison.ts";
import { describePlan, describeRun } from "./describe-run.ts";
import type { EvalReport } from "./eval-report.ts";
import { runLetter } from "./run-names.ts";

/** For programs: every number of the report, and its summaries. */
export function renderJson({ createdAt, runs, comparisons, matrix }: EvalReport): string {
  const json = {
    format: "roo-eval-report",
    version: 1,
    createdAt,
    runs: runs.map((run, position) => ({
      letter: runLetter(position),
      summary: [...describeRun(run), ...describePlan(run.plan)],
      ...run,
    })),
    comparisons: comparisons.map((comparison, position) => ({
      summary: describeComparison(comparison, { baseline: runLetter(0), candidate: runLetter(position + 1) }),
      ...comparison,
    })),
    matrix,
  };
  return `${JSON.stringify(json, null, 2)}\n`;
}
