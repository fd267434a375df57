import { durationScale, type LinearScale } from "../charts/linear-scale.ts";
import { boxChart, rowAxis } from "../charts/row-charts.ts";
import { type Column, numberColumn, type Section, section, table, textColumn } from "../document.ts";
import type { EvalReport } from "../eval-report.ts";
import { duration } from "../figures.ts";
import { runLetter } from "../run-names.ts";

const kinds = [
  { key: "all", title: "all" },
  { key: "passed", title: "passed" },
  { key: "notPassed", title: "not passed" },
] as const;

/** How long the agent worked on scored trials, by how they ended. */
export function durationsSection({ runs }: EvalReport): Section[] {
  const rows = runs.flatMap(({ durations }, position) =>
    kinds.flatMap(({ key, title }) => {
      const values = durations[key];
      return values === null ? [] : { letter: runLetter(position), title, values };
    }),
  );
  if (rows.length === 0) return [];
  const scale = durationScale(Math.max(...rows.map(({ values }) => values.p95)));
  return section("Time", [
    table({
      caption:
        "How long the agent worked on a trial; the box plot goes from the shortest to 95 %, with a box for the middle half",
      columns: [
        textColumn("Run"),
        textColumn("Trials"),
        chartColumn(scale),
        ...["Median", "95 %", "Longest", "Count"].map(numberColumn),
      ],
      rows: rows.map(({ letter, title, values }) => ({
        cells: [
          letter,
          title,
          {
            chart: boxChart(
              values,
              scale,
              `Run ${letter}, ${title}: median ${duration(values.median)}, 95 % within ${duration(values.p95)}`,
            ),
          },
          duration(values.median),
          duration(values.p95),
          duration(values.max),
          String(values.count),
        ],
      })),
    }),
  ]);
}

function chartColumn(scale: LinearScale): Column {
  return { title: "Shortest to 95 %", kind: "chart", axis: rowAxis(scale) };
}
