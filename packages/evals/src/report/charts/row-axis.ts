import { html, type Markup } from "../markup.ts";
import { type LinearScale, tickLabels } from "./linear-scale.ts";

/** The numbers above the charts of a column: first and last, and those between where there is room. */
export function rowAxis(scale: LinearScale): Markup {
  return html`<svg class="axis" aria-hidden="true">${tickLabels(scale).map(
    ({ text, place, anchor }) =>
      html`<text class="${anchor === "middle" ? "between" : "end"}" x="${place}%" y="12" text-anchor="${anchor}">${text}</text>`,
  )}</svg>`;
}

/** Lines behind a row's chart, where the axis has its numbers. */
export function rowGrid(scale: LinearScale): Markup[] {
  return scale.ticks.map((value) => {
    const place = scale.place(value);
    return html`<line class="grid" x1="${place}%" x2="${place}%" y1="0" y2="100%"/>`;
  });
}
