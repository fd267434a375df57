import type { Distribution, Interval } from "../../statistics/index.ts";
import { html, type Markup } from "../markup.ts";
import type { LinearScale } from "./linear-scale.ts";
import { shortNumber, tickLabels } from "./linear-scale.ts";

interface IntervalMark {
  readonly value: number;
  readonly interval: Interval | null;
  /** For screen readers and tooltips. */
  readonly title: string;
}

/** A point with its interval, in one row of a table. */
export function intervalChart({ value, interval, title }: IntervalMark, scale: LinearScale): Markup {
  return html`<svg class="row-chart" role="img"><title>${title}</title>${rowGrid(scale)}${
    interval === null
      ? null
      : html`<line class="interval" x1="${scale.place(interval.low)}%" x2="${scale.place(interval.high)}%" y1="50%" y2="50%"/>`
  }<circle class="point" cx="${scale.place(value)}%" cy="50%" r="4.5"/></svg>`;
}

/** Smallest to 95 %, the middle half as a box, the median in it: one row of a table. */
export function boxChart(values: Distribution, scale: LinearScale, title: string): Markup {
  const place = (value: number) => scale.place(value);
  const box = { from: place(values.lowerQuartile), to: place(values.upperQuartile) };
  return html`<svg class="row-chart" role="img"><title>${title}</title>${rowGrid(scale)}<line class="whisker" x1="${place(values.min)}%" x2="${place(values.p95)}%" y1="50%" y2="50%"/><rect class="box" x="${box.from}%" width="${shortNumber(box.to - box.from)}%" y="20%" height="60%" rx="2"/><line class="median" x1="${place(values.median)}%" x2="${place(values.median)}%" y1="12%" y2="88%"/></svg>`;
}

/** The axis above the charts of a column: first and last tick, and those between if there is room. */
export function rowAxis(scale: LinearScale): Markup {
  return html`<svg class="axis" aria-hidden="true">${tickLabels(scale).map(
    ({ text, place, anchor }) =>
      html`<text class="${anchor === "middle" ? "between" : "end"}" x="${place}%" y="12" text-anchor="${anchor}">${text}</text>`,
  )}</svg>`;
}

/** Grid lines behind a row's chart, at the ticks of the axis. */
function rowGrid(scale: LinearScale): Markup[] {
  return scale.ticks.map((value) => {
    const place = scale.place(value);
    return html`<line class="grid" x1="${place}%" x2="${place}%" y1="0" y2="100%"/>`;
  });
}
