import type { RunSummary } from "../../statistics/index.ts";
import { passRateCells, passRateColumns } from "../charts/pass-rate-cell.ts";
import { describePlan, describeRun } from "../describe-run.ts";
import { type Block, list, type Section, section, table, text, textColumn } from "../document.ts";
import type { EvalReport } from "../eval-report.ts";
import { pluralize } from "../figures.ts";
import { runLetter, runName } from "../run-names.ts";

/** All runs in a table, and each in sentences. */
export function overviewSection({ runs }: EvalReport): Section[] {
  if (runs.length === 0) return section("Runs", [text("There are no runs to report on.")]);
  return section("Runs", [
    table({
      caption: "Runs and their pass rates",
      columns: [textColumn("Run"), ...passRateColumns, textColumn("Name"), textColumn("Model")],
      rows: runs.map(({ run, passRate }, position) => ({
        cells: [runLetter(position), ...passRateCells(passRate, `Run ${runLetter(position)}`), runName(run), run.model],
      })),
    }),
    ...runs.flatMap((run, position) => sentencesOf(run, position)),
    ...(runs.length === 1 ? runs.map(({ plan }) => list(describePlan(plan).slice(1))) : []),
  ]);
}

function sentencesOf(summary: RunSummary, position: number): Block[] {
  const { agent, suite, iterations, tests } = summary.run.request;
  const request = `suite ${suite}, agent ${agent}, ${pluralize(iterations, "iteration")}, tests ${tests}`;
  return [text(`Run ${runLetter(position)} (${request}):`), list(describeRun(summary))];
}
