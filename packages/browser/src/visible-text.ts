import { stripVTControlCharacters } from "node:util";

/** Control characters, direction marks and zero-width characters. */
const hidden = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Text of a page as one line without invisible characters, bounded. */
export function visibleLine(text: string, maxLength: number): string {
  const flat = stripVTControlCharacters(text).replaceAll(/[\s\u2028\u2029]+/g, " ");
  const line = flat.replaceAll(hidden, "").trim();
  return line.length <= maxLength ? line : `${line.slice(0, maxLength).toWellFormed()}…`;
}
