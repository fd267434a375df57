import type { LanguageDifference, RunComparison } from "../../statistics/index.ts";
import { type ComparedNames, describeComparison } from "../describe-comparison.ts";
import { type Block, list, numberColumn, type Section, section, table, text, textColumn } from "../document.ts";
import type { EvalReport } from "../eval-report.ts";
import { percent, points, pointsInterval, pValue, signedPoints, unknown } from "../figures.ts";
import { runLetter } from "../run-names.ts";

/** Each run against the first. */
export function comparisonSections({ comparisons }: EvalReport): Section[] {
  return comparisons.flatMap((comparison, position) => {
    const names = { baseline: runLetter(0), candidate: runLetter(position + 1) };
    return section(`${names.candidate} against ${names.baseline}`, [
      list(describeComparison(comparison, names)),
      ...correctionNote(comparisons.length),
      changesTable(comparison, names),
      ...languagesTable(comparison.languages, names),
    ]);
  });
}

function correctionNote(comparisons: number): Block[] {
  if (comparisons < 2) return [];
  return [text(`p is corrected by Holm's method for ${comparisons} comparisons with the same run.`)];
}

function changesTable({ changes }: RunComparison, { baseline, candidate }: ComparedNames): Block {
  if (changes.length === 0) return text("The two runs have the same configuration.");
  return table({
    caption: "Differences between the two configurations",
    columns: [textColumn("Setting"), textColumn(baseline), textColumn(candidate)],
    rows: changes.map((change) => ({ cells: [change.path, change.baseline ?? unknown, change.candidate ?? unknown] })),
  });
}

function languagesTable(languages: readonly LanguageDifference[], { baseline, candidate }: ComparedNames): Block[] {
  if (languages.length < 2) return [];
  return [
    table({
      caption: "Differences by language; p is corrected by Holm's method for the number of languages",
      columns: [
        textColumn("Language"),
        ...[
          "Exercises",
          baseline,
          candidate,
          "Difference",
          "95 % interval",
          "Better",
          "Worse",
          "p",
          "Detectable from",
        ].map(numberColumn),
      ],
      rows: languages.map(({ language, difference }) => ({
        cells: [
          language,
          String(difference.exercises),
          percent(difference.baselineRate),
          percent(difference.candidateRate),
          signedPoints(difference.difference),
          pointsInterval(difference.interval),
          String(difference.gained),
          String(difference.lost),
          pValue(difference.adjustedP),
          difference.detectable === null ? "nothing" : points(difference.detectable),
        ],
      })),
    }),
  ];
}
