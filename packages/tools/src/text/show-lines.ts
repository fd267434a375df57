import type { LineWindow } from "./line-window.ts";
import { numberLines } from "./numbered-lines.ts";

export interface ShownLines {
  readonly path: string;
  readonly lines: LineWindow;
  readonly first: number;
  /** "120", or what can be said of a file whose end was not seen. */
  readonly total: string;
  readonly isWhole: boolean;
}

/** Numbered lines, after a notice when there are more. */
export function showLines({ path, lines, first, total, isWhole }: ShownLines): string {
  const last = first + lines.lines.length - 1;
  const body = numberLines(lines.lines, first);
  if (isWhole && last === lines.count) return body;
  return [
    "Truncated: this is a part of the file.",
    `Lines shown: ${first}-${last} of ${total}.`,
    `To read on: read_file with path "${path}" and offset ${last + 1}.`,
    "",
    body,
  ].join("\n");
}
