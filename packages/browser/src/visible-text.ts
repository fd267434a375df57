import { stripVTControlCharacters } from "node:util";

/** Control characters, marks that turn the direction of text, and characters without width. */
const hidden = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** One line of what a page says, as it can be shown and read: nothing hidden in it, and bounded. */
export function visibleLine(text: string, maxLength: number): string {
  const flat = stripVTControlCharacters(text).replaceAll(/[\s\u2028\u2029]+/g, " ");
  const line = flat.replaceAll(hidden, "").trim();
  return line.length <= maxLength ? line : `${line.slice(0, maxLength).toWellFormed()}…`;
}
