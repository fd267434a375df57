import { exerciseKey } from "../../statistics/index.ts";
import { type Block, numberColumn, type Section, section, table, textColumn } from "../document.ts";
import type { EvalReport } from "../eval-report.ts";
import { runLetter } from "../run-names.ts";

/** Trials to review, and trials that are not scored. */
export function problemsSection(report: EvalReport): Section[] {
  return section("For review", [
    ...flagsTable(report, "voided", "Voided: the tests were tampered with, so these count as not passed"),
    ...flagsTable(report, "flagged", "Flagged for review; these count as passed"),
    ...excludedTable(report),
    ...errorsTable(report),
    ...limitsTable(report),
  ]);
}

function flagsTable({ runs }: EvalReport, kind: "flagged" | "voided", caption: string): Block[] {
  const rows = runs.flatMap((run, position) =>
    run[kind].map(({ exercise, iteration, flags }) => ({
      cells: [exercise, runLetter(position), String(iteration), flags.join("; ")],
    })),
  );
  if (rows.length === 0) return [];
  const columns = [textColumn("Exercise"), textColumn("Run"), numberColumn("Iteration"), textColumn("Why")];
  return [table({ caption, columns, rows })];
}

function excludedTable({ runs }: EvalReport): Block[] {
  const rows = runs.flatMap(({ excluded }, position) =>
    excluded.map((result) => ({ cells: [exerciseKey(result), runLetter(position)] })),
  );
  if (rows.length === 0) return [];
  const caption = "Excluded: passes without any change and is not scored";
  return [table({ caption, columns: [textColumn("Exercise"), textColumn("Run")], rows })];
}

function errorsTable({ runs }: EvalReport): Block[] {
  const rows = runs.flatMap(({ errors }, position) =>
    errors.map(({ code, message, trials, exercises }) => ({
      cells: [code, runLetter(position), String(trials), message, formatNames(exercises)],
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
  return [table({ caption: "Errors of the trial itself: not scored", columns, rows })];
}

function limitsTable({ runs }: EvalReport): Block[] {
  const rows = runs.flatMap(({ limits }, position) =>
    Object.entries(limits).map(([limit, trials]) => ({ cells: [limit, runLetter(position), String(trials)] })),
  );
  if (rows.length === 0) return [];
  const columns = [textColumn("Limit"), textColumn("Run"), numberColumn("Trials")];
  return [table({ caption: "Limits that ended the agent's work; its result was graded", columns, rows })];
}

function formatNames(exercises: readonly string[]): string {
  const shown = exercises.slice(0, 5).join(", ");
  return exercises.length > 5 ? `${shown} and ${exercises.length - 5} more` : shown;
}
