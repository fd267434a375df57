import { ascending } from "d3-array";
import { passRateCells, passRateColumns } from "../charts/pass-rate-cell.ts";
import { numberColumn, type Section, section, table, textColumn } from "../document.ts";
import type { EvalReport } from "../eval-report.ts";
import { runLetter } from "../run-names.ts";

/** Every language, with the runs below each other so that intervals can be compared visually. */
export function languagesSection({ runs }: EvalReport): Section[] {
  const slices = runs
    .flatMap(({ languages }, position) =>
      languages.map((slice) => ({ ...slice, letter: runLetter(position), position })),
    )
    .sort((left, right) => ascending(left.language, right.language) || left.position - right.position);
  if (slices.length === 0) return [];
  return section("Languages", [
    table({
      caption: "Pass rate by language; errors are not scored",
      columns: [
        textColumn("Language"),
        textColumn("Run"),
        ...passRateColumns,
        numberColumn("Voided"),
        numberColumn("Errors"),
      ],
      rows: slices.map(({ language, letter, passRate, counts }) => ({
        cells: [
          language,
          letter,
          ...passRateCells(passRate, `${language}, run ${letter}`),
          String(counts.voided),
          String(counts.error),
        ],
      })),
    }),
  ]);
}
