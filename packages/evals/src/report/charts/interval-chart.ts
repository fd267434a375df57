import type { Interval } from "../../statistics/index.ts";
import { html, type Markup } from "../markup.ts";
import type { LinearScale } from "./linear-scale.ts";
import { rowGrid } from "./row-axis.ts";

export interface IntervalMark {
  readonly value: number;
  readonly interval: Interval | null;
  /** What a screen reader says, and a pointer shows. */
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
