import type { EvalReport } from "./eval-report.ts";
import { runLetter } from "./run-names.ts";
import { comparisonWords } from "./words/comparison-words.ts";
import { planWords } from "./words/plan-words.ts";
import { summaryWords } from "./words/summary-words.ts";

/** For programs: every number of the report, and the sentences that go with them. */
export function renderJson({ madeAt, runs, comparisons, matrix }: EvalReport): string {
  const told = {
    format: "roo-eval-report",
    version: 1,
    madeAt,
    runs: runs.map((run, position) => ({
      letter: runLetter(position),
      words: [...summaryWords(run), ...planWords(run.plan)],
      ...run,
    })),
    comparisons: comparisons.map((comparison, position) => ({
      words: comparisonWords(comparison, { baseline: runLetter(0), candidate: runLetter(position + 1) }),
      ...comparison,
    })),
    matrix,
  };
  return `${JSON.stringify(told, null, 2)}\n`;
}
