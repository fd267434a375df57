import { ToolFailure } from "@roo-code/types";
import type { SearchBlock } from "./find-match.ts";

/** One SEARCH/REPLACE block: lines without their endings. */
export interface DiffBlock extends SearchBlock {
  /** Position in the diff, from 1. */
  readonly number: number;
}

/** Some models mark with `-` and `+`. */
const start = /^(?:<{5,9}|-{5,9}) SEARCH>?\s*$/;
const divider = /^={7}\s*$/;
const end = /^(?:>{5,9}|\+{5,9}) REPLACE\s*$/;
const startLineOption = /^:start_line:\s*(\d+)\s*$/;
const endLineOption = /^:end_line:\s*\d+\s*$/;
const optionsEnd = /^-{7}\s*$/;
/** A content line that looks like a marker is escaped with a backslash. */
const escaped = /^\\(?=[<-]{5,9} SEARCH|<{7}|={7}|>{7}|[>+]{5,9} REPLACE|:start_line:|:end_line:|-{7})/;

/** Throws `ToolFailure` `invalid_diff` with the line and the problem. */
export function parseDiffBlocks(diff: string): DiffBlock[] {
  const lines = diff.split(/\r?\n/);
  const blocks: DiffBlock[] = [];
  for (let index = 0; index < lines.length; ) {
    const line = lines[index] ?? "";
    if (divider.test(line) || end.test(line)) throw misplaced(line, index);
    index += 1;
    if (!start.test(line)) continue;
    const block = readBlock(lines, index, blocks.length + 1);
    blocks.push(block.block);
    index = block.next;
  }
  if (blocks.length === 0) throw invalid("It contains no block that begins with a line `<<<<<<< SEARCH`");
  return blocks;
}

function readBlock(lines: readonly string[], first: number, number: number): { block: DiffBlock; next: number } {
  const { startLine, next: searchStart } = readOptions(lines, first);
  const searchEnd = findMarker(lines, searchStart, divider, number);
  const replaceEnd = findMarker(lines, searchEnd + 1, end, number);
  const search = lines.slice(searchStart, searchEnd).map(unescape);
  const replace = lines.slice(searchEnd + 1, replaceEnd).map(unescape);
  return { block: { number, search, replace, startLine }, next: replaceEnd + 1 };
}

function readOptions(lines: readonly string[], first: number): { startLine: number | undefined; next: number } {
  let startLine: number | undefined;
  for (let next = first; ; next += 1) {
    const line = lines[next] ?? "";
    const option = startLineOption.exec(line);
    if (option) startLine = Number(option[1]);
    else if (optionsEnd.test(line)) return { startLine, next: next + 1 };
    else if (!endLineOption.test(line)) return { startLine, next };
  }
}

/** The next marker must be the expected one. */
function findMarker(lines: readonly string[], first: number, wanted: RegExp, number: number): number {
  for (let index = first; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    if (wanted.test(line)) return index;
    if ([start, divider, end, startLineOption].some((marker) => marker.test(line))) throw misplaced(line, index);
  }
  const missing = wanted === divider ? "=======" : ">>>>>>> REPLACE";
  throw invalid(`Block ${number} has no line \`${missing}\``);
}

function unescape(line: string): string {
  return line.replace(escaped, "");
}

function misplaced(line: string, index: number): ToolFailure {
  const marker = line.trim();
  return invalid(
    `Line ${index + 1}, \`${marker}\`, is a marker in the wrong place. If it is file content, write \`\\${marker}\``,
  );
}

function invalid(reason: string): ToolFailure {
  return new ToolFailure("invalid_diff", `The diff is invalid and nothing was written. ${reason}.`);
}
