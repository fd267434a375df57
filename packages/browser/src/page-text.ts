import { stripVTControlCharacters } from "node:util";

const maxSnapshotLength = 12_000;
const maxLineLength = 300;
/** Control characters, bidirectional marks and zero-width characters. */
const hidden = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Text of a page as one line without invisible characters, bounded. */
export function visibleLine(text: string, maxLength: number): string {
  const flat = stripVTControlCharacters(text).replaceAll(/[\s\u2028\u2029]+/g, " ");
  const line = flat.replaceAll(hidden, "").trim();
  return line.length <= maxLength ? line : `${line.slice(0, maxLength).toWellFormed()}…`;
}

/** A page's tree as text, one element a line, short enough for a model. */
export function boundSnapshot(tree: string): string {
  const lines = tree.split("\n").map(boundLine);
  let length = 0;
  const end = lines.findIndex((line) => (length += line.length + 1) > maxSnapshotLength);
  if (end === -1) return lines.join("\n");
  const shown = lines.slice(0, end);
  return `${shown.join("\n")}\n[… ${lines.length - end} of ${lines.length} lines not shown: take a snapshot of one element to see more of it]`;
}

/** An element of the tree with its descendants; undefined if it is not in the tree. */
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

/** Leading white space is the tree's structure. */
function boundLine(line: string): string {
  const indent = indentOf(line);
  return " ".repeat(Math.min(indent, 80)) + visibleLine(line.slice(indent), maxLineLength);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** A bounded list of messages for the next view: repeated ones appear once with their count. */
export class MessageList {
  readonly #counts = new Map<string, number>();
  readonly #limits: { readonly count: number; readonly length: number };
  #omitted = 0;

  constructor(limits: { readonly count: number; readonly length: number }) {
    this.#limits = limits;
  }

  add(text: string): void {
    const line = visibleLine(text, this.#limits.length);
    const count = this.#counts.get(line);
    if (count === undefined && this.#counts.size >= this.#limits.count) this.#omitted += 1;
    else this.#counts.set(line, (count ?? 0) + 1);
  }

  /** Empties the list. */
  take(): string[] {
    const lines = [...this.#counts].map(([line, count]) => (count === 1 ? line : `${line} (${count} times)`));
    if (this.#omitted > 0) lines.push(`… and ${this.#omitted} more`);
    this.#counts.clear();
    this.#omitted = 0;
    return lines;
  }
}
