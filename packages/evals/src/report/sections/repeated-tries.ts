import { numberColumn, type Section, section, table, textColumn } from "../document.ts";
import type { EvalReport } from "../eval-report.ts";
import { percent, percentInterval } from "../figures.ts";
import { runLetter } from "../run-names.ts";

/** Only for runs with several iterations. */
export function repeatedTriesSection({ runs }: EvalReport): Section[] {
  const rows = runs.flatMap(({ repeatedTries }, position) =>
    repeatedTries.map(({ k, exercises, passAtK, passHatK }) => ({
      cells: [
        runLetter(position),
        String(k),
        String(exercises),
        percent(passAtK.rate),
        percentInterval(passAtK.interval),
        percent(passHatK.rate),
        percentInterval(passHatK.interval),
      ],
    })),
  );
  const flakes = runs.flatMap((run, position) =>
    run.flakes.map(({ language, exercise, passed, scored }) => ({
      cells: [`${language}/${exercise}`, runLetter(position), `${passed} of ${scored}`],
    })),
  );
  return section("Repeated tries", [
    ...(rows.length === 0
      ? []
      : [
          table({
            caption: "pass@k: at least one of k tries passes; pass^k: all of them do",
            columns: [
              textColumn("Run"),
              ...["k", "Exercises", "pass@k", "95 % interval", "pass^k", "95 % interval"].map(numberColumn),
            ],
            rows,
          }),
        ]),
    ...(flakes.length === 0
      ? []
      : [
          table({
            caption: "Flaky exercises: passed in one iteration, not in another",
            columns: [textColumn("Exercise"), textColumn("Run"), numberColumn("Passed")],
            rows: flakes,
            folded: flakes.length > 15,
          }),
        ]),
  ]);
}
