import { splitLines, usualEnding } from "../text/text-lines.ts";

/** Models write LF; a CRLF file stays one. */
export function keepEndings(text: string, oldText: string): string {
  if (text.includes("\r\n") || usualEnding(splitLines(oldText)) === "\n") return text;
  return text.replaceAll("\n", "\r\n");
}
