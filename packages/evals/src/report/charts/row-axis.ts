import { html, type Markup } from "../markup.ts";
import type { LinearScale } from "./linear-scale.ts";

/** The numbers above the charts of a column: first and last, and those between where there is room. */
export function rowAxis(scale: LinearScale): Markup {
  return html`<svg class="axis" aria-hidden="true">${scale.ticks.map((value) => {
    const place = scale.place(value);
    const anchor = place < 5 ? "start" : place > 95 ? "end" : "middle";
    return html`<text x="${place}%" y="12" text-anchor="${anchor}"${anchor === "middle" ? html` class="between"` : null}>${scale.write(value)}</text>`;
  })}</svg>`;
}

/** Lines behind a row's chart, where the axis has its numbers. */
export function rowGrid(scale: LinearScale): Markup[] {
  return scale.ticks.map((value) => {
    const place = scale.place(value);
    return html`<line class="grid" x1="${place}%" x2="${place}%" y1="0" y2="100%"/>`;
  });
}
