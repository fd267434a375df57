import type { Interval } from "../../statistics/index.ts";
import { html, type Markup } from "../markup.ts";
import { type LinearScale, rateScale, shortNumber, tickLabels } from "./linear-scale.ts";

export interface ScatterPoint {
  readonly label: string;
  readonly x: number;
  /** A rate. */
  readonly y: number;
  readonly interval: Interval | null;
  readonly title: string;
}

interface ScatterAxes {
  readonly title: string;
  readonly across: LinearScale;
  readonly acrossLabel: string;
  readonly downLabel: string;
}

const top = 40;
const bottom = 240;
const height = 280;

/** Runs by usage and pass rate: up and to the left is better. Horizontal positions are in percent, to fit any width. */
export function scatterChart(points: readonly ScatterPoint[], axes: ScatterAxes): Markup {
  const { across } = axes;
  const down = (rate: number) => shortNumber(bottom - (bottom - top) * rate);
  const rows = rateScale.ticks.map(
    (rate) =>
      html`<line class="grid" x1="0" x2="100%" y1="${down(rate)}" y2="${down(rate)}"/><text x="0" y="${down(rate) - 4}">${rateScale.format(rate)}${rateScale.unit}</text>`,
  );
  const columns = tickLabels(across).map(
    ({ text, position, anchor }) =>
      html`<text x="${position}%" y="${bottom + 16}" text-anchor="${anchor}">${text}</text>`,
  );
  const marks = points.map((point) => {
    const position = across.position(point.x);
    const isAtEnd = position > 85;
    return html`<g><title>${point.title}</title>${
      point.interval === null
        ? null
        : html`<line class="interval" x1="${position}%" x2="${position}%" y1="${down(point.interval.low)}" y2="${down(point.interval.high)}"/>`
    }<circle class="point" cx="${position}%" cy="${down(point.y)}" r="5"/><text class="label" x="${position}%" dx="${isAtEnd ? -10 : 10}" y="${down(point.y) + 4}" text-anchor="${isAtEnd ? "end" : "start"}">${point.label}</text></g>`;
  });
  return html`<svg class="scatter" role="img" height="${height}"><title>${axes.title}</title><text x="0" y="10">${axes.downLabel}</text>${rows}${columns}<text x="100%" y="${height - 8}" text-anchor="end">${axes.acrossLabel}</text>${marks}</svg>`;
}
