import { RooError } from "@roo-code/types";
import { type Definition, findDefinitions } from "./outline.ts";

/** A part of a file that makes sense by itself. */
export interface SourceChunk {
  /** From 1. */
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
  /** The first definition in it, or the one it is a part of. */
  readonly name?: string;
}

const minCharacters = 200;
const maxCharacters = 2000;

/**
 * Splits a file at its definitions, or at lines if the language is unknown. Every line that is not blank is in a chunk;
 * one longer than a chunk is in several.
 */
export async function chunkSource(path: string, content: string): Promise<SourceChunk[]> {
  const lines = content.split(/\r?\n/);
  const definitions = (await definitionsOrNone(path, content)) ?? [];
  const ranges = cutRange(lines, { start: 1, end: lines.length }, definitions);
  return joinSmall(lines, ranges).flatMap((range) => toChunks(lines, range));
}

async function definitionsOrNone(path: string, content: string): Promise<readonly Definition[] | undefined> {
  try {
    return await findDefinitions(path, content);
  } catch (error) {
    // Without its grammar a file is still worth searching.
    if (error instanceof RooError) return undefined;
    throw error;
  }
}

/** Outermost definitions that fit stay whole; larger ones are split at the definitions inside them. */
function cutRange(lines: readonly string[], whole: LineRange, definitions: readonly Definition[]): LineRange[] {
  const outer = outermost(definitions);
  if (outer.length === 0) return cutLines(lines, whole);
  const ranges: LineRange[] = [];
  let next = whole.start;
  const takeUntil = (end: number): void => {
    const isBlank = lines.slice(next - 1, end).every((line) => line.trim() === "");
    if (!isBlank) ranges.push(...cutLines(lines, { ...whole, start: next, end }));
    next = Math.max(next, end + 1);
  };
  for (const definition of outer) {
    if (definition.endLine < next) continue;
    takeUntil(startWithComment(lines, definition.startLine, next) - 1);
    const range = { start: next, end: definition.endLine, name: definition.name };
    const isWhole = rangeLength(lines, range) <= maxCharacters;
    ranges.push(...(isWhole ? [range] : cutRange(lines, range, insideOf(definition, definitions))));
    next = definition.endLine + 1;
  }
  takeUntil(whole.end);
  return ranges;
}

function outermost(definitions: readonly Definition[]): readonly Definition[] {
  const depth = Math.min(...definitions.map((one) => one.depth));
  return definitions.filter((one) => one.depth === depth);
}

function insideOf(outer: Definition, definitions: readonly Definition[]): readonly Definition[] {
  return definitions.filter(
    ({ depth, startLine, endLine }) => depth > outer.depth && startLine > outer.startLine && endLine <= outer.endLine,
  );
}

/** Comments and annotations directly above belong to the definition. */
function startWithComment(lines: readonly string[], startLine: number, earliest: number): number {
  let start = Math.max(startLine, earliest);
  while (start > earliest && (lines[start - 2] ?? "").trim() !== "") start -= 1;
  return start;
}

/** Joins small neighbours. A large range absorbs only a small one before it, and one left at the end. */
function joinSmall(lines: readonly string[], ranges: readonly LineRange[]): LineRange[] {
  const joined: LineRange[] = [];
  const isSmall = (range: LineRange): boolean => rangeLength(lines, range) < minCharacters;
  let isOpen = false;
  for (const [index, range] of ranges.entries()) {
    const last = joined.at(-1);
    const both = last && { ...range, ...last, end: range.end };
    const shouldJoin = last && (isSmall(last) || (isSmall(range) && (isOpen || index === ranges.length - 1)));
    if (both && shouldJoin && rangeLength(lines, both) <= maxCharacters) joined[joined.length - 1] = both;
    else joined.push(range);
    isOpen = isSmall(range) && (isOpen || joined.at(-1) === range);
  }
  return joined;
}

function toChunks(lines: readonly string[], range: LineRange): SourceChunk[] {
  const { start, end } = trimRange(lines, range);
  const text = lines.slice(start - 1, end).join("\n");
  const pieces = text.trim() === "" ? [] : (text.match(/[^]{1,2000}/gu) ?? []);
  return pieces.map((piece) => ({ startLine: start, endLine: end, text: piece, name: range.name }));
}

function trimRange(lines: readonly string[], { start, end }: LineRange): LineRange {
  let [first, last] = [start, end];
  while (first < last && (lines[first - 1] ?? "").trim() === "") first += 1;
  while (last > first && (lines[last - 1] ?? "").trim() === "") last -= 1;
  return { start: first, end: last };
}

/** Lines of a file, from 1, inclusive. */
interface LineRange {
  readonly start: number;
  readonly end: number;
  readonly name?: string;
}

function rangeLength(lines: readonly string[], { start, end }: LineRange): number {
  let length = end - start;
  for (let line = start; line <= end; line += 1) length += lines[line - 1]?.length ?? 0;
  return length;
}

/** Splits a range into ones that fit, at the last blank line before the limit unless that wastes half of it. */
function cutLines(lines: readonly string[], range: LineRange): LineRange[] {
  const ranges: LineRange[] = [];
  let { start } = range;
  let length = 0;
  let blank = 0;
  let lengthAtBlank = 0;
  for (let line = start; line <= range.end; line += 1) {
    const text = lines[line - 1] ?? "";
    if (line > start && length + text.length > maxCharacters) {
      const isGood = blank >= start && lengthAtBlank > maxCharacters / 2;
      const end = isGood ? blank : line - 1;
      ranges.push({ ...range, start, end });
      start = end + 1;
      length = start < line ? rangeLength(lines, { start, end: line - 1 }) + 1 : 0;
    }
    length += text.length + 1;
    if (text.trim() === "") [blank, lengthAtBlank] = [line, length];
  }
  ranges.push({ ...range, start, end: range.end });
  return ranges;
}
