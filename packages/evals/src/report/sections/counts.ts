import { numberColumn, type Section, section, table, text, textColumn } from "../document.ts";
import type { EvalReport } from "../eval-report.ts";
import { dollars, pluralize } from "../figures.ts";
import { runLetter } from "../run-names.ts";

const titles = [
  "Passed",
  "Failed",
  "Limit",
  "Voided",
  "Excluded",
  "Error",
  "Unfinished",
  "Cost per solved",
  "Cost",
  "Tokens in",
  "Tokens out",
];

/** How trials ended, and what they cost. */
export function countsSection({ runs }: EvalReport): Section[] {
  if (runs.length === 0) return [];
  const unpriced = runs.flatMap(({ spending: { unpricedTrials } }, position) =>
    unpricedTrials === 0
      ? []
      : text(`Run ${runLetter(position)}: no price is known for ${pluralize(unpricedTrials, "trial")}.`),
  );
  return section("Counts and cost", [
    table({
      caption:
        "Cost per solved: the cost of all scored trials divided by the number that passed. Cost: all trials, including errors",
      columns: [textColumn("Run"), ...titles.map(numberColumn)],
      rows: runs.map(({ counts, spending }, position) => ({
        cells: [
          runLetter(position),
          ...[
            counts.passed,
            counts.failed,
            counts.limit,
            counts.voided,
            counts.excluded,
            counts.error,
            counts.unfinished,
          ].map(String),
          dollars(spending.perSolved),
          dollars(spending.pricedTrials === 0 ? null : spending.total),
          spending.tokensIn.toLocaleString("en"),
          spending.tokensOut.toLocaleString("en"),
        ],
      })),
    }),
    ...unpriced,
  ]);
}
