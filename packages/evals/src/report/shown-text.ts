import type { Cell } from "./document.ts";

/** Of a message or a name more is not read; the JSON has all of it. */
const mostCharacters = 300;

/** Without what would move a terminal's cursor, break a line or turn the direction of reading around. */
export function shownText(text: string): string {
  return text.replace(/[\u202a-\u202e\u2066-\u2069]/g, "").replace(/\p{Cc}/gu, " ");
}

/** What a cell says, bounded; nothing for a picture. */
export function cellText(cell: Cell): string {
  const text = shownText(typeof cell === "string" ? cell : "text" in cell ? cell.text : "");
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters - 1).toWellFormed()}…` : text;
}
