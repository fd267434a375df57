import type { RunSummary } from "../../statistics/index.ts";
import { dollarScale, durationScale, type LinearScale } from "../charts/linear-scale.ts";
import { type ScatterPoint, scatterChart } from "../charts/scatter-chart.ts";
import { type Figure, figures, numberColumn, type Section, section, table, textColumn } from "../document.ts";
import type { EvalReport } from "../eval-report.ts";
import { dollars, duration, percent } from "../figures.ts";
import { runLetter } from "../run-names.ts";

interface Measure {
  readonly name: string;
  readonly of: (run: RunSummary) => number | null;
  readonly format: (value: number | null) => string;
  readonly scaleTo: (max: number) => LinearScale;
}

const measures: readonly Measure[] = [
  { name: "cost of a trial", of: ({ spending }) => spending.perTrial, format: dollars, scaleTo: dollarScale },
  {
    name: "median time of a trial",
    of: ({ durations }) => durations.all?.median ?? null,
    format: duration,
    scaleTo: durationScale,
  },
];

/** Pass rate against cost and time, for several runs. */
export function tradeOffsSection({ runs }: EvalReport): Section[] {
  if (runs.length < 2) return [];
  return section("Cost and time against pass rate", [
    ...figures(measures.flatMap((measure) => figureOf(runs, measure))),
    table({
      caption: "The figures as numbers; cost only if the price of every scored trial is known",
      columns: [
        textColumn("Run"),
        ...["Pass rate", ...measures.map(({ name }) => capitalized(name))].map(numberColumn),
      ],
      rows: runs.map((run, position) => ({
        cells: [
          runLetter(position),
          percent(run.passRate.rate),
          ...measures.map((measure) => measure.format(measure.of(run))),
        ],
      })),
    }),
  ]);
}

function figureOf(runs: readonly RunSummary[], measure: Measure): Figure[] {
  const points = runs.flatMap((run, position): ScatterPoint[] => {
    const x = measure.of(run);
    const { rate, interval } = run.passRate;
    if (x === null || rate === null) return [];
    const label = runLetter(position);
    return [{ label, x, y: rate, interval, title: `${label}: ${percent(rate)} at ${measure.format(x)}` }];
  });
  if (points.length === 0) return [];
  const title = `Pass rate by ${measure.name}`;
  const chart = scatterChart(points, {
    title: `${title}: ${points.map((point) => point.title).join("; ")}`,
    across: measure.scaleTo(Math.max(...points.map(({ x }) => x))),
    acrossLabel: measure.name,
    downLabel: "pass rate",
  });
  return [{ title, chart }];
}

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
