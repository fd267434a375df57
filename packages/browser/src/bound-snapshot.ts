import { visibleLine } from "./visible-text.ts";

const maxSnapshotLength = 12_000;
const maxLineLength = 300;

/** A page's tree as text, one element a line, short enough for a model. */
export function boundSnapshot(tree: string): string {
  const lines = tree.split("\n").map(boundLine);
  let length = 0;
  const end = lines.findIndex((line) => (length += line.length + 1) > maxSnapshotLength);
  if (end === -1) return lines.join("\n");
  const shown = lines.slice(0, end);
  return `${shown.join("\n")}\n[… ${lines.length - end} of ${lines.length} lines not shown: take a snapshot of one element to see more of it]`;
}

/** An element of the tree with all that is in it; undefined when it is not there. */
export function subtreeOf(tree: string, handle: string): string | undefined {
  const lines = tree.split("\n");
  const start = lines.findIndex((line) => line.includes(`[ref=${handle}]`));
  const first = lines[start];
  if (first === undefined) return undefined;
  const depth = indentOf(first);
  const length = lines.slice(start + 1).findIndex((line) => indentOf(line) <= depth);
  const end = length === -1 ? lines.length : start + 1 + length;
  return lines
    .slice(start, end)
    .map((line) => line.slice(depth))
    .join("\n");
}

/** White space at the start is the tree's own. */
function boundLine(line: string): string {
  const indent = indentOf(line);
  return " ".repeat(Math.min(indent, 80)) + visibleLine(line.slice(indent), maxLineLength);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
