import { distance } from "fastest-levenshtein";
import type { Match, SearchBlock } from "./find-match.ts";
import { commentOf } from "./find-placeholder.ts";
import { findReindent } from "./indentation.ts";
import { type LineIndex, plainKey } from "./line-keys.ts";
import { mergeReplacement, type Unit } from "./merge-replacement.ts";

const maxStarts = 2000;
const minLineSimilarity = 0.9;
const minCommentSimilarity = 0.75;
const minWordLength = 8;
const maxTypoDistance = 2;

/**
 * Matches that differ from the search text in few lines and only slightly: a misspelt word that occurs nowhere in the
 * file, a reworded comment, a truncated last line. Numbers and names identify a text, so a line with another name is
 * another line. Lines that differ must stay as they are in the file, or it is not a match.
 */
export function fuzzyMatches(index: LineIndex, block: SearchBlock): Match[] {
  const { search, replace } = block;
  return likelyStarts(index, search).flatMap((start): Match[] => {
    const units = unitsAt(index, search, start);
    if (!units) return [];
    const end = start + search.length;
    const reindent = findReindent({ search, replace, found: index.lines.slice(start, end) });
    const pieces = reindent && mergeReplacement({ search, replace, lines: index.lines, units, reindent });
    return pieces ? [{ start, end, pieces }] : [];
  });
}

/** Start lines at which most non-blank lines match. */
function likelyStarts(index: LineIndex, search: readonly string[]): readonly number[] {
  const keys = search.map(plainKey);
  const withText = keys.filter((key) => key !== "").length;
  // Two lines that both match were found by an earlier step.
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
    const trust = trustOf({
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

function trustOf({ line, found, index, isLast }: LinePair): Unit["trust"] | undefined {
  if (line === found) return "same";
  if (isLast && isTruncated(line, found)) return "merge";
  const [comment, foundComment] = [commentOf(line), commentOf(found)];
  if (comment !== undefined && foundComment !== undefined) {
    return similarity(comment, foundComment) >= minCommentSimilarity ? "keep" : undefined;
  }
  return similarity(line, found) >= minLineSimilarity && isMisspelt(line, found, index) ? "keep" : undefined;
}

function isTruncated(line: string, found: string): boolean {
  return line.length >= minWordLength && line.length * 2 >= found.length && found.startsWith(line);
}

/** Equal except for misspelt words: long, without digits, and used nowhere else in the file. */
function isMisspelt(line: string, found: string, index: LineIndex): boolean {
  const [words, foundWords] = [line, found].map((text) => text.match(/[\p{L}\p{N}_$]+|[^\p{L}\p{N}_$]/gu) ?? []);
  if (!words || words.length !== foundWords?.length) return false;
  return words.every((word, position) => {
    const other = foundWords[position] ?? "";
    if (word === other) return true;
    return isTypo(word, other) && !index.hasWord(word);
  });
}

/** Related names, such as plurals, differ at the ends; typos happen in the middle. */
function isTypo(word: string, other: string): boolean {
  const isLong = Math.min(word.length, other.length) >= minWordLength;
  const sharesEnds = word.slice(0, 3) === other.slice(0, 3) && word.slice(-2) === other.slice(-2);
  return isLong && sharesEnds && !/\d/.test(word + other) && distance(word, other) <= maxTypoDistance;
}

function similarity(left: string, right: string): number {
  return 1 - distance(left, right) / Math.max(left.length, right.length, 1);
}
