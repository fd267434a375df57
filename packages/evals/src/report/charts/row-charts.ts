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
      : html`<line class="interval" x1="${scale.position(interval.low)}%" x2="${scale.position(interval.high)}%" y1="50%" y2="50%"/>`
  }<circle class="point" cx="${scale.position(value)}%" cy="50%" r="4.5"/></svg>`;
}

/** A box plot in one row of a table: from the minimum to 95 %, the middle half as a box with the median. */
export function boxChart(values: Distribution, scale: LinearScale, title: string): Markup {
  const at = (value: number) => scale.position(value);
  const box = { from: at(values.lowerQuartile), to: at(values.upperQuartile) };
  return html`<svg class="row-chart" role="img"><title>${title}</title>${rowGrid(scale)}<line class="whisker" x1="${at(values.min)}%" x2="${at(values.p95)}%" y1="50%" y2="50%"/><rect class="box" x="${box.from}%" width="${shortNumber(box.to - box.from)}%" y="20%" height="60%" rx="2"/><line class="median" x1="${at(values.median)}%" x2="${at(values.median)}%" y1="12%" y2="88%"/></svg>`;
}

/** The axis above the charts of a column: the first and last tick, and the others if there is space. */
export function rowAxis(scale: LinearScale): Markup {
  return html`<svg class="axis" aria-hidden="true">${tickLabels(scale).map(
    ({ text, position, anchor }) =>
      html`<text class="${anchor === "middle" ? "between" : "end"}" x="${position}%" y="12" text-anchor="${anchor}">${text}</text>`,
  )}</svg>`;
}

/** Grid lines behind a row's chart, at the ticks of the axis. */
function rowGrid(scale: LinearScale): Markup[] {
  return scale.ticks.map((value) => {
    const position = scale.position(value);
    return html`<line class="grid" x1="${position}%" x2="${position}%" y1="0" y2="100%"/>`;
  });
}
