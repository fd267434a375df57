import { markdownTable } from "markdown-table";
import type { Block, ReportDocument, Row, Table } from "./document.ts";
import { cellText, printableText } from "./shown-text.ts";

/** Longer tables are truncated: the page, the CSV and the JSON have all rows. */
const maxRows = 100;

/** For a terminal, a comment or a wiki. */
export function renderMarkdown({ title, createdAt, sections }: ReportDocument): string {
  const parts = [
    `# ${escapeMarkdown(title)}`,
    `Created ${createdAt}.`,
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
  const cut = rows.slice(0, maxRows);
  return [
    `**${escapeMarkdown(caption)}**`,
    markdownTable([shown.map(({ column }) => escapeMarkdown(column.title)), ...cut.map(cellsOf)], {
      align: shown.map(({ column }) => (column.kind === "number" ? "right" : "left")),
    }),
    ...(rows.length > cut.length ? [`… and ${rows.length - cut.length} more.`] : []),
  ];
}

/** Underscores within words are not markup. */
function escapeMarkdown(text: string): string {
  return printableText(text)
    .trim()
    .replace(/[\\`*[\]|~]|(?<!\w)_|_(?!\w)/g, "\\$&")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;");
}
