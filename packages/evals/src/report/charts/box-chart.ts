import type { Distribution } from "../../statistics/index.ts";
import { html, type Markup } from "../markup.ts";
import { type LinearScale, shortNumber } from "./linear-scale.ts";
import { rowGrid } from "./row-axis.ts";

/** Smallest to 95 %, the middle half as a box, the median in it: one row of a table. */
export function boxChart(values: Distribution, scale: LinearScale, title: string): Markup {
  const place = (value: number) => scale.place(value);
  const box = { from: place(values.lowerQuartile), to: place(values.upperQuartile) };
  return html`<svg class="row-chart" role="img"><title>${title}</title>${rowGrid(scale)}<line class="whisker" x1="${place(values.min)}%" x2="${place(values.p95)}%" y1="50%" y2="50%"/><rect class="box" x="${box.from}%" width="${shortNumber(box.to - box.from)}%" y="20%" height="60%" rx="2"/><line class="median" x1="${place(values.median)}%" x2="${place(values.median)}%" y1="12%" y2="88%"/></svg>`;
}
