import type { Block, Cell, Column, ReportDocument, Row, Table } from "./document.ts";
import { html, Markup } from "./markup.ts";
import { pageStyle } from "./page-style.ts";
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

/** A number and its sign stay on one line. */
function unbroken(text: string): string {
  return text.replace(/(\d) %/g, "$1\u00a0%");
}

function renderTable(table: Table): Markup {
  if (!table.folded) return scrollable(table, html`<caption><span>${table.caption}</span></caption>`);
  return html`<details><summary>${table.caption}</summary>${scrollable(table, null)}</details>\n`;
}

/** A wide table scrolls by itself, also by keyboard, and the page does not. */
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
