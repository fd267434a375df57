export interface BlockRequest {
  /** From 1. */
  readonly anchor: number;
  /** How many levels outward from the anchor; 0 for all. */
  readonly maxLevels: number;
  /** Also siblings of the block. */
  readonly includeSiblings: boolean;
  /** Also comments and annotations directly above it. */
  readonly includeHeader: boolean;
  readonly maxLines: number;
}

/** From 1, both included. */
interface Block {
  readonly start: number;
  readonly end: number;
}

const tabWidth = 4;
const closing = /^\s*([)\]}]|(end|fi|done|esac|else|elif|elsif|except|finally|catch|rescue)\b|<\/)/;
const header = /^\s*(\/\/|\/\*|\*|#|@|--|;|%|"""|'''|\[)/;

/** The block of code around a line, by indentation alone. */
export function findBlock(lines: readonly string[], request: BlockRequest): Block {
  const { anchor } = request;
  const levels = indentations(lines);
  const at = (line: number): number => levels[line - 1] ?? -1;
  const outer = levelAround(levels, anchor, request.maxLevels === 0 ? Infinity : request.maxLevels);
  const isOpening = (line: number): boolean =>
    !request.includeSiblings && at(line) === outer && !closing.test(lines[line - 1] ?? "");
  let start = anchor;
  // The line that opens the block is the first of its level above the anchor; the anchor itself may be it.
  while (start > 1 && at(start - 1) >= outer && !isOpening(start)) start -= 1;
  let end = anchor;
  while (end < lines.length && at(end + 1) >= outer && !isOpening(end + 1)) end += 1;
  if (request.includeHeader) {
    while (start > 1 && at(start - 1) === outer && header.test(lines[start - 2] ?? "")) start -= 1;
  }
  return narrow(trim(lines, { start, end }, anchor), request);
}

/** The indentation a number of levels outward; each level is the first line above that is indented less. */
function levelAround(levels: readonly number[], anchor: number, maxLevels: number): number {
  let level = levels[anchor - 1] ?? 0;
  let left = maxLevels;
  for (let line = anchor - 1; line >= 1 && left > 0; line -= 1) {
    const above = levels[line - 1] ?? 0;
    if (above >= level) continue;
    level = above;
    left -= 1;
  }
  return level;
}

/** In columns; a blank line counts as the next non-blank one. */
function indentations(lines: readonly string[]): readonly number[] {
  const levels: number[] = [];
  let below = 0;
  for (const line of lines.toReversed()) {
    if (line.trim() !== "") below = columns(/^\s*/.exec(line)?.[0] ?? "");
    levels.push(below);
  }
  return levels.toReversed();
}

function columns(space: string): number {
  let width = 0;
  for (const character of space) width += character === "\t" ? tabWidth - (width % tabWidth) : 1;
  return width;
}

function trim(lines: readonly string[], { start, end }: Block, anchor: number): Block {
  const isBlank = (line: number): boolean => (lines[line - 1] ?? "").trim() === "";
  let [first, last] = [start, end];
  while (first < anchor && isBlank(first)) first += 1;
  while (last > anchor && isBlank(last)) last -= 1;
  return { start: first, end: last };
}

/** A block that is too long is cut on both sides of the anchor. */
function narrow({ start, end }: Block, { anchor, maxLines }: BlockRequest): Block {
  if (end - start < maxLines) return { start, end };
  const before = Math.floor((maxLines - 1) / 2);
  const first = Math.max(start, Math.min(anchor - before, end - maxLines + 1));
  return { start: first, end: first + maxLines - 1 };
}
