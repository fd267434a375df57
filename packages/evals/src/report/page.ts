import type { Block, Cell, Column, ReportDocument, Row, Table } from "./document.ts";
import { html, Markup } from "./markup.ts";
import { cellText } from "./shown-text.ts";

/** A self-contained page: no network, no script. Supports light and dark mode, and phones. */
export function renderPage({ title, createdAt, sections }: ReportDocument): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${new Markup(pageStyle)}</style>
</head>
<body>
<main>
<header><h1>${title}</h1><p class="muted">Created <time datetime="${createdAt}">${createdAt.slice(0, 16).replace("T", " ")} UTC</time></p></header>
${sections.map(
  ({ title: heading, blocks }) => html`<section>
<h2>${heading}</h2>
${blocks.map(renderBlock)}
</section>
`,
)}</main>
</body>
</html>
`;
  return page.text;
}

function renderBlock(block: Block): Markup {
  switch (block.kind) {
    case "text":
      return html`<p>${unbroken(block.text)}</p>\n`;
    case "list":
      return html`<ul>${block.items.map((item) => html`<li>${unbroken(item)}</li>`)}</ul>\n`;
    case "table":
      return renderTable(block.table);
    case "figures":
      return html`<div class="figures">${block.figures.map(
        ({ title, chart }) => html`<figure><figcaption>${title}</figcaption>${chart}</figure>`,
      )}</div>\n`;
  }
}

/** Keeps a number and its percent sign on one line. */
function unbroken(text: string): string {
  return text.replace(/(\d) %/g, "$1\u00a0%");
}

function renderTable(table: Table): Markup {
  if (!table.folded) return scrollable(table, html`<caption><span>${table.caption}</span></caption>`);
  return html`<details><summary>${table.caption}</summary>${scrollable(table, null)}</details>\n`;
}

/** A wide table scrolls by itself, also by keyboard, instead of the page. */
function scrollable({ caption, columns, rows }: Table, captionElement: Markup | null): Markup {
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table>${captionElement}
<thead><tr>${columns.map(renderHeading)}</tr></thead>
<tbody>
${rows.map((row) => renderRow(row, columns))}</tbody></table></div>\n`;
}

function renderHeading({ title, kind, axis }: Column): Markup {
  return html`<th scope="col" class="${kind}">${axis === undefined ? title : html`<span class="hidden">${title}</span>${axis}`}</th>`;
}

function renderRow({ cells, isHighlighted }: Row, columns: readonly Column[]): Markup {
  const [first, ...others] = cells;
  return html`<tr${isHighlighted ? html` class="flip"` : null}><th scope="row">${contentOf(first ?? "")}</th>${others.map(
    (cell, index) => html`<td class="${classOf(cell, columns[index + 1])}">${contentOf(cell)}</td>`,
  )}</tr>\n`;
}

function classOf(cell: Cell, column: Column | undefined): string {
  const kind = column?.kind ?? "text";
  return typeof cell === "object" && "tone" in cell && cell.tone !== undefined ? `${kind} ${cell.tone}` : kind;
}

function contentOf(cell: Cell): string | Markup {
  return typeof cell === "object" && "chart" in cell ? cell.chart : cellText(cell);
}

const pageStyle = `
:root {
  color-scheme: light dark;
  --page: #fff; --ink: #1c2024; --muted: #60646c; --line: #e0e3e7; --head: #f5f6f8;
  --mark: #0b68cb; --soft: #cfe2f7; --good: #12703c; --bad: #b3261e; --mixed: #8a5a00; --flip: #fff6dc; --half: #6fa8e2; --flag: #d98200;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #15181c; --ink: #e6e8eb; --muted: #a0a6ae; --line: #30353c; --head: #1d2127;
    --mark: #6cb2ff; --soft: #274d75; --good: #5fce8f; --bad: #ff8a80; --mixed: #f0b94a; --flip: #322b17; --half: #4681bd; --flag: #f0b94a;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { margin: 0; font-size: 1.75rem; line-height: 1.2; }
h2 { margin: 2.5rem 0 0.5rem; font-size: 1.25rem; }
p, ul { max-width: 46rem; margin: 0.5rem 0; overflow-wrap: anywhere; }
ul { padding-inline-start: 1.25rem; }
.muted { color: var(--muted); }
.scroll:focus-visible, summary:focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; }
.scroll { width: fit-content; min-width: min(100%, 26rem); max-width: 100%; overflow-x: auto; margin: 1rem 0; border: 1px solid var(--line); border-radius: 0.5rem; }
.scroll:has(.chart) { width: 100%; }
table { border-collapse: collapse; width: max-content; min-width: 100%; font-size: 0.875rem; }
table:has(.chart) { width: 100%; }
caption { padding: 0.5rem 0.75rem; color: var(--muted); text-align: start; }
caption span { position: sticky; left: 0.75rem; display: inline-block; max-width: min(66rem, calc(100vw - 4rem)); }
th, td { padding: 0.375rem 0.75rem; border-top: 1px solid var(--line); text-align: start; unicode-bidi: isolate; }
thead th { background: var(--head); color: var(--muted); font-weight: 600; vertical-align: bottom; white-space: normal; }
table:not(:has(caption)) thead th { border-top: 0; }
tbody th { position: sticky; left: 0; z-index: 1; background: var(--page); font-weight: 600; }
tbody th, td.text { max-width: 30rem; overflow-wrap: break-word; }
.number { text-align: end; font-variant-numeric: tabular-nums; }
td.number { white-space: nowrap; }
.chart { width: 35%; min-width: 14rem; }
.good { color: var(--good); } .bad { color: var(--bad); } .mixed { color: var(--mixed); }
.flip th, .flip td { background: var(--flip); }
details { margin: 1rem 0; }
summary { cursor: pointer; color: var(--mark); }
figure { margin: 1rem 0; padding: 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 0 1rem; }
figcaption { margin-bottom: 0.5rem; font-weight: 600; }
svg { display: block; width: 100%; overflow: visible; font-size: 0.75rem; }
svg text { fill: var(--muted); }
.axis { height: 1rem; font-weight: 400; }
.row-chart { height: 1.25rem; }
.grid { stroke: var(--line); }
.interval { stroke: var(--mark); stroke-width: 2; }
.point { fill: var(--mark); }
.whisker { stroke: var(--mark); }
.box { fill: var(--soft); stroke: var(--mark); }
.median { stroke: var(--mark); stroke-width: 2; }
.matrix { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: 0.75rem 2rem; }
.matrix [role="img"] { display: grid; grid-template-columns: 1.5rem 1fr; gap: 0.25rem 0; align-items: center; font-size: 0.875rem; }
.matrix p { grid-column: 1 / -1; margin: 0; }
.strip { height: 0.875rem; }
.marks { height: 0.25rem; }
.cell-same { fill: none; }
.cell-good { fill: var(--mark); } .cell-bad { fill: var(--soft); } .cell-mixed { fill: var(--half); } .cell-muted { fill: var(--line); } .cell-flip { fill: var(--flag); }
svg .label { fill: var(--ink); font-weight: 600; font-size: 0.875rem; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (max-width: 40rem) {
  main { padding: 1rem 0.75rem 3rem; }
  th, td { padding: 0.375rem 0.5rem; }
  .chart { width: auto; min-width: 0; }
  .axis, .row-chart { width: 7.5rem; }
  table:has(.chart) { width: max-content; }
  .between { display: none; }
  tbody th { max-width: 11rem; }
  td.text { max-width: 16rem; }
}
@media print { .scroll { overflow: visible; border: 0; } }
`;
