import { dominantEnding, splitLines } from "../text/text-lines.ts";

/** A part of a text, by offsets in its LF form. */
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

/** The text with each span replaced; inserted line breaks use the file's dominant ending, others stay. */
export function replaceSpans(text: string, edits: readonly SpanEdit[]): string {
  const ending = dominantEnding(splitLines(text));
  const rawOffset = offsetMapper(text);
  const parts: string[] = [];
  let position = 0;
  for (const { start, end, text: inserted } of edits) {
    parts.push(text.slice(position, rawOffset(start)), ending === "\n" ? inserted : inserted.replaceAll("\n", ending));
    position = rawOffset(end);
  }
  return [...parts, text.slice(position)].join("");
}

/** Maps offsets in the LF text to offsets in the original; must be called with increasing offsets. */
function offsetMapper(text: string): (offset: number) => number {
  let carriageReturns = 0;
  let next = text.indexOf("\r\n");
  return (offset) => {
    while (next !== -1 && next - carriageReturns < offset) {
      carriageReturns += 1;
      next = text.indexOf("\r\n", next + 2);
    }
    return offset + carriageReturns;
  };
}
