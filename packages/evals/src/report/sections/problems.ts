import { type Block, numberColumn, type Section, section, table, textColumn } from "../document.ts";
import type { EvalReport } from "../eval-report.ts";
import { runLetter } from "../run-names.ts";

/** What is counted apart: flagged trials, errors, limits. */
export function problemsSection(report: EvalReport): Section[] {
  return section("Counted apart", [...flaggedTable(report), ...errorsTable(report), ...limitsTable(report)]);
}

function flaggedTable({ runs }: EvalReport): Block[] {
  const rows = runs.flatMap(({ flagged }, position) =>
    flagged.map(({ exercise, iteration, flags }) => ({
      cells: [exercise, runLetter(position), String(iteration), flags.join("; ")],
    })),
  );
  if (rows.length === 0) return [];
  const columns = [textColumn("Exercise"), textColumn("Run"), numberColumn("Iteration"), textColumn("Why")];
  return [table({ caption: "Passed, but looks like cheating: counted as not passed", columns, rows })];
}

function errorsTable({ runs }: EvalReport): Block[] {
  const rows = runs.flatMap(({ errors }, position) =>
    errors.map(({ code, message, trials, exercises }) => ({
      cells: [code, runLetter(position), String(trials), message, listed(exercises)],
    })),
  );
  if (rows.length === 0) return [];
  const columns = [
    textColumn("Error"),
    textColumn("Run"),
    numberColumn("Trials"),
    textColumn("First message"),
    textColumn("Exercises"),
  ];
  return [table({ caption: "Errors of the trial itself: in no rate", columns, rows })];
}

function limitsTable({ runs }: EvalReport): Block[] {
  const rows = runs.flatMap(({ limits }, position) =>
    Object.entries(limits).map(([limit, trials]) => ({ cells: [limit, runLetter(position), String(trials)] })),
  );
  if (rows.length === 0) return [];
  const columns = [textColumn("Limit"), textColumn("Run"), numberColumn("Trials")];
  return [table({ caption: "Limits that ended the agent's work; what it left was graded", columns, rows })];
}

function listed(exercises: readonly string[]): string {
  const shown = exercises.slice(0, 5).join(", ");
  return exercises.length > 5 ? `${shown} and ${exercises.length - 5} more` : shown;
}
