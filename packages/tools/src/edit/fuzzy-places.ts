import { distance } from "fastest-levenshtein";
import { commentOf } from "./comment-text.ts";
import type { Place, Wanted } from "./find-place.ts";
import { findReindent } from "./indentation.ts";
import { type LineIndex, plainKey } from "./line-keys.ts";
import { mergeReplacement, type Unit } from "./merge-replacement.ts";

const maxStarts = 2000;
const leastSimilarLine = 0.9;
const leastSimilarComment = 0.75;
const leastWordLength = 8;
const maxSlips = 2;

/**
 * Places that differ from the search text in few lines and there by a slip only: a misspelt word the file nowhere
 * has, a comment in other words, a last line that was cut off. Numbers and names decide where a text belongs, so a
 * line with another name in it is another line. Misremembered lines stay as the file has them, or it is no place.
 */
export function fuzzyPlaces(index: LineIndex, wanted: Wanted): Place[] {
  const { search, replace } = wanted;
  return likelyStarts(index, search).flatMap((start): Place[] => {
    const units = unitsAt(index, search, start);
    if (!units) return [];
    const end = start + search.length;
    const reindent = findReindent({ search, replace, found: index.lines.slice(start, end) });
    const pieces = reindent && mergeReplacement({ search, replace, lines: index.lines, units, reindent });
    return pieces ? [{ start, end, pieces }] : [];
  });
}

/** Starts at which most lines with text fit. */
function likelyStarts(index: LineIndex, search: readonly string[]): readonly number[] {
  const keys = search.map(plainKey);
  const withText = keys.filter((key) => key !== "").length;
  // Two lines that both fit have been found by now.
  if (withText < 3) return [];
  const positions = index.plainPositions;
  const votes = new Map<number, number>();
  for (const [offset, key] of keys.entries()) {
    const found = key === "" ? [] : positions.at(key);
    if (found.length > maxStarts) continue;
    for (const position of found) votes.set(position - offset, (votes.get(position - offset) ?? 0) + 1);
  }
  const last = index.lines.length - search.length;
  return [...votes].flatMap(([start, count]) =>
    start >= 0 && start <= last && count >= 2 && count * 3 >= withText * 2 ? [start] : [],
  );
}

function unitsAt(index: LineIndex, search: readonly string[], start: number): Unit[] | undefined {
  const units: Unit[] = [];
  for (const [offset, line] of search.entries()) {
    const at = start + offset;
    const found = index.lines[at] ?? "";
    const trust = trustIn({
      line: plainKey(line),
      found: plainKey(found),
      index,
      isLast: offset === search.length - 1,
    });
    if (!trust) return undefined;
    units.push({ from: offset, to: offset + 1, start: at, end: at + 1, trust });
  }
  return units;
}

interface LinePair {
  readonly line: string;
  readonly found: string;
  readonly index: LineIndex;
  readonly isLast: boolean;
}

function trustIn({ line, found, index, isLast }: LinePair): Unit["trust"] | undefined {
  if (line === found) return "same";
  if (isLast && isCutOff(line, found)) return "merge";
  const [comment, foundComment] = [commentOf(line), commentOf(found)];
  if (comment !== undefined && foundComment !== undefined) {
    return similarity(comment, foundComment) >= leastSimilarComment ? "keep" : undefined;
  }
  return similarity(line, found) >= leastSimilarLine && isMisspelt(line, found, index) ? "keep" : undefined;
}

function isCutOff(line: string, found: string): boolean {
  return line.length >= leastWordLength && line.length * 2 >= found.length && found.startsWith(line);
}

/** The same but for words with a slip in them: long, without digits, and such that the file has no other use of them. */
function isMisspelt(line: string, found: string, index: LineIndex): boolean {
  const [words, foundWords] = [line, found].map((text) => text.match(/[\p{L}\p{N}_$]+|[^\p{L}\p{N}_$]/gu) ?? []);
  if (!words || words.length !== foundWords?.length) return false;
  return words.every((word, position) => {
    const other = foundWords[position] ?? "";
    if (word === other) return true;
    return isSlip(word, other) && !index.hasWord(word);
  });
}

/** Names that are related, such as a plural, differ at their ends; slips happen between. */
function isSlip(word: string, other: string): boolean {
  const isLong = Math.min(word.length, other.length) >= leastWordLength;
  const sharesEnds = word.slice(0, 3) === other.slice(0, 3) && word.slice(-2) === other.slice(-2);
  return isLong && sharesEnds && !/\d/.test(word + other) && distance(word, other) <= maxSlips;
}

function similarity(left: string, right: string): number {
  return 1 - distance(left, right) / Math.max(left.length, right.length, 1);
}
