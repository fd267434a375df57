import { markdownTable } from "markdown-table";
import type { Block, ReportDocument, Row, Table } from "./document.ts";
import { cellText, shownText } from "./shown-text.ts";

/** A table of more rows is cut: whoever wants them all has the page, the CSV and the JSON. */
const mostRows = 100;

/** For people in a terminal, a comment or a wiki. */
export function renderMarkdown({ title, madeAt, sections }: ReportDocument): string {
  const parts = [
    `# ${escapeMarkdown(title)}`,
    `Made ${madeAt}.`,
    ...sections.flatMap((section) => [`## ${escapeMarkdown(section.title)}`, ...section.blocks.flatMap(renderBlock)]),
  ];
  return `${parts.join("\n\n")}\n`;
}

function renderBlock(block: Block): string[] {
  switch (block.kind) {
    case "text":
      return [escapeMarkdown(block.text)];
    case "list":
      return [block.items.map((item) => `- ${escapeMarkdown(item)}`).join("\n")];
    case "table":
      return renderTable(block.table);
    case "figures":
      return [];
  }
}

function renderTable({ caption, columns, rows }: Table): string[] {
  const shown = columns.flatMap((column, index) => (column.kind === "chart" ? [] : { column, index }));
  const cellsOf = (row: Row) => shown.map(({ index }) => escapeMarkdown(cellText(row.cells[index] ?? "")));
  const cut = rows.slice(0, mostRows);
  return [
    `**${escapeMarkdown(caption)}**`,
    markdownTable([shown.map(({ column }) => escapeMarkdown(column.title)), ...cut.map(cellsOf)], {
      align: shown.map(({ column }) => (column.kind === "number" ? "right" : "left")),
    }),
    ...(rows.length > cut.length ? [`… and ${rows.length - cut.length} more.`] : []),
  ];
}

/** What would be markup is shown as it is. Underlines within words are none. */
function escapeMarkdown(text: string): string {
  return shownText(text)
    .trim()
    .replace(/[\\`*[\]|~]|(?<!\w)_|_(?!\w)/g, "\\$&")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;");
}
