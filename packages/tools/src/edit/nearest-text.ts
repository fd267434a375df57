import { distance } from "fastest-levenshtein";
import { numberLines } from "../text/numbered-lines.ts";
import { normaliseCharacters } from "./normalise-characters.ts";

const maxComparedLines = 20_000;
const maxComparedLength = 4000;
const maxCandidates = 5;
const maxShownLines = 40;
const maxShownDifferences = 5;
const maxShownLength = 300;
const minSimilarity = 0.4;

/** The text most similar to the search text, with line numbers, so that the model sees its mistake; undefined when none is. */
export function describeNearest(lines: readonly string[], search: readonly string[]): string | undefined {
  const scored = likelyStarts(lines, search).map((start) => {
    const found = lines.slice(start, start + search.length);
    return { start, found, similarity: similarity(found.join("\n"), search.join("\n")) };
  });
  const best = scored.toSorted((left, right) => right.similarity - left.similarity)[0];
  if (!best || best.similarity < minSimilarity) return undefined;
  const { start, found } = best;
  const heading = `The most similar text (${Math.floor(best.similarity * 100)} %) is at lines ${start + 1}-${start + found.length}:`;
  const shown = found.slice(0, maxShownLines).map(truncate);
  return `${heading}\n${numberLines(shown, start + 1)}\n${describeDifferences(found, search, start)}`;
}

/** Line by line, and only the first ones: after a missing or extra line every line differs. */
function describeDifferences(found: readonly string[], search: readonly string[], start: number): string {
  const different = search.flatMap((line, index) => (line === found[index] ? [] : [index]));
  const shown = different.slice(0, maxShownDifferences).map((index) => {
    const has = found[index] === undefined ? "ends before it" : `has ${JSON.stringify(truncate(found[index]))}`;
    return `Line ${start + index + 1}: the file ${has}, you have ${JSON.stringify(truncate(search[index] ?? ""))}.`;
  });
  const more = different.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more lines differ.`] : [])].join("\n");
}

function truncate(line: string): string {
  return line.length <= maxShownLength ? line : `${line.slice(0, maxShownLength).toWellFormed()}…`;
}

/** Comparing the whole text everywhere would take minutes: similar single lines vote for where to compare it. */
function likelyStarts(lines: readonly string[], search: readonly string[]): readonly number[] {
  const votes = new Map<number, number>();
  const vote = (start: number, weight: number): void => {
    const inside = Math.max(0, Math.min(start, lines.length - search.length));
    votes.set(inside, (votes.get(inside) ?? 0) + weight);
  };
  const positions = positionsOf(search);
  const longest = search.map(plain).reduce((left, right) => (right.length > left.length ? right : left), "");
  for (const [index, line] of lines.slice(0, maxComparedLines).map(plain).entries()) {
    for (const position of positions.get(line) ?? []) vote(index - position, 1);
    const lineSimilarity = similarity(line, longest);
    if (lineSimilarity >= minSimilarity) vote(index - (positions.get(longest)?.[0] ?? 0), lineSimilarity);
  }
  return [...votes]
    .toSorted((left, right) => right[1] - left[1])
    .slice(0, maxCandidates)
    .map(([start]) => start);
}

function positionsOf(search: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const [index, line] of search.map(plain).entries()) {
    const before = line === "" ? undefined : found.get(line);
    if (before) before.push(index);
    else if (line !== "") found.set(line, [index]);
  }
  return found;
}

/** From 0 to 1; texts of very different length are not compared. */
function similarity(left: string, right: string): number {
  const [one, other] = [left.slice(0, maxComparedLength), right.slice(0, maxComparedLength)];
  const longer = Math.max(one.length, other.length);
  if (longer === 0 || Math.min(one.length, other.length) < longer * minSimilarity) return 0;
  return 1 - distance(one, other) / longer;
}

function plain(line: string): string {
  return normaliseCharacters(line.trim());
}
