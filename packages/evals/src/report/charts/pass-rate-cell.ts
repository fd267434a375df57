import type { PassRate } from "../../statistics/index.ts";
import type { Cell, Column } from "../document.ts";
import { percent, percentInterval, unknown } from "../figures.ts";
import { rateScale } from "./linear-scale.ts";
import { intervalChart, rowAxis } from "./row-charts.ts";

/** A rate as numbers and as a chart, filled by `passRateCells`. */
export const passRateColumns: readonly Column[] = [
  { title: "0 to 100 %", kind: "chart", axis: rowAxis(rateScale) },
  { title: "Pass rate", kind: "number" },
  { title: "95 % interval", kind: "number" },
  { title: "Passed", kind: "number" },
];

export function passRateCells({ passed, scored, rate, interval }: PassRate, of: string): Cell[] {
  const share = `${passed} of ${scored}`;
  if (rate === null) return [unknown, unknown, unknown, share];
  const title = `${of}: ${percent(rate)}, 95 % interval ${percentInterval(interval)}`;
  return [
    { chart: intervalChart({ value: rate, interval, title }, rateScale) },
    percent(rate),
    percentInterval(interval),
    share,
  ];
}
