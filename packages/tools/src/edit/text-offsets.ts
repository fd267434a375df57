import { splitLines, usualEnding } from "../text/text-lines.ts";

/** A part of a text, by the offsets in its form with LF. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface SpanEdit extends Span {
  /** With LF. */
  readonly text: string;
}

export function withLineFeeds(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/** The number of the line at an offset, from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}

/** The text with each span replaced; line breaks outside the spans stay, those put in are the file's usual ones. */
export function replaceSpans(text: string, edits: readonly SpanEdit[]): string {
  const usual = usualEnding(splitLines(text));
  const rawOffset = offsetMapper(text);
  const parts: string[] = [];
  let position = 0;
  for (const { start, end, text: inserted } of edits) {
    parts.push(text.slice(position, rawOffset(start)), usual === "\n" ? inserted : inserted.replaceAll("\n", usual));
    position = rawOffset(end);
  }
  return [...parts, text.slice(position)].join("");
}

/** From offsets in the text with LF to those in the text as it is; called with growing offsets. */
function offsetMapper(text: string): (offset: number) => number {
  let passed = 0;
  let next = text.indexOf("\r\n");
  return (offset) => {
    while (next !== -1 && next - passed < offset) {
      passed += 1;
      next = text.indexOf("\r\n", next + 2);
    }
    return offset + passed;
  };
}
