import type { ExerciseResult } from "../../statistics/index.ts";
import { matrixChart } from "../charts/matrix-chart.ts";
import {
  type Block,
  figures,
  type Section,
  section,
  type Table,
  type Tone,
  table,
  text,
  textColumn,
} from "../document.ts";
import type { EvalReport } from "../eval-report.ts";
import type { MatrixRow } from "../exercise-matrix.ts";
import { unknown } from "../figures.ts";
import { runLetter } from "../run-names.ts";

const legend =
  "✓ passed, ✗ not passed, 2/3 passed in two of three iterations, ⚑ voided for tampering, = passes untouched and is not scored, ! error of the trial itself, – not tried or not finished.";

/** Every exercise in every run; those on which runs differ are listed separately and highlighted. */
export function exercisesSection({ matrix, runs }: EvalReport): Section[] {
  if (matrix.length === 0) return [];
  const letters = runs.map((_, position) => runLetter(position));
  const columns = [textColumn("Exercise"), ...letters.map(textColumn)];
  const tableOf = (caption: string, rows: readonly MatrixRow[]): Table => ({
    caption,
    columns,
    rows: rows.map(rowOf),
    folded: rows.length > 15,
  });
  return section("Exercises", [
    ...(runs.length < 2 ? [] : comparedBlocks(matrix, letters, tableOf)),
    text(legend),
    table(tableOf(`All ${matrix.length} exercises`, matrix)),
  ]);
}

function comparedBlocks(
  matrix: readonly MatrixRow[],
  letters: readonly string[],
  tableOf: (caption: string, rows: readonly MatrixRow[]) => Table,
): Block[] {
  const flips = matrix.filter(({ isFlip }) => isFlip);
  const caption = `Flips: ${flips.length} of ${matrix.length} exercises on which runs differ`;
  return [
    ...figures([
      {
        title:
          "Exercises by run: full colour passed, pale not passed, in between passed in some iterations; differences are marked below",
        chart: matrixChart(matrix, { letters, toneOf }),
      },
    ]),
    ...(flips.length === 0 ? [text("No exercise ends differently in two runs.")] : [table(tableOf(caption, flips))]),
  ];
}

function rowOf({ language, exercise, results, isFlip }: MatrixRow) {
  const cells = results.map((result) => ({ text: markOf(result), tone: toneOf(result) }));
  return { cells: [`${language}/${exercise}`, ...cells], isHighlighted: isFlip };
}

function markOf(result: ExerciseResult | null): string {
  if (result === null) return unknown;
  const { scored, passed, voided, excluded, errors } = result;
  if (scored === 0) return excluded > 0 ? "=" : errors > 0 ? "!" : unknown;
  if (passed === scored) return "✓";
  return `${passed === 0 ? "✗" : `${passed}/${scored}`}${voided > 0 ? " ⚑" : ""}`;
}

function toneOf(result: ExerciseResult | null): Tone {
  if (result === null || result.scored === 0) return "muted";
  if (result.passed === result.scored) return "good";
  return result.passed === 0 ? "bad" : "mixed";
}
