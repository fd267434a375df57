import type { Cell } from "./document.ts";

/** Longer messages are truncated; the JSON has all of it. */
const maxCellLength = 300;

/** Removes control characters, and those that change the direction of text. */
export function printableText(text: string): string {
  return text.replace(/[\u202a-\u202e\u2066-\u2069]/g, "").replace(/\p{Cc}/gu, " ");
}

/** The text of a cell, truncated; empty for a chart. */
export function cellText(cell: Cell): string {
  const text = printableText(typeof cell === "string" ? cell : "text" in cell ? cell.text : "");
  return text.length > maxCellLength ? `${text.slice(0, maxCellLength - 1).toWellFormed()}…` : text;
}
