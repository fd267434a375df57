import { distance } from "fastest-levenshtein";
import { numberLines } from "../text/numbered-lines.ts";
import { normaliseCharacters } from "./normalise-characters.ts";

const maxComparedLines = 20_000;
const maxComparedLength = 4000;
const candidates = 5;
const maxShownLines = 40;
const leastSimilar = 0.4;

/** The text most like the one searched, with its numbers, for the model to see its mistake; undefined: nothing is. */
export function describeNearest(lines: readonly string[], search: readonly string[]): string | undefined {
  const scored = likelyStarts(lines, search).map((start) => {
    const found = lines.slice(start, start + search.length);
    return { start, found, similarity: similarity(found.join("\n"), search.join("\n")) };
  });
  const best = scored.toSorted((left, right) => right.similarity - left.similarity)[0];
  if (!best || best.similarity < leastSimilar) return undefined;
  const { start, found } = best;
  const heading = `The most similar text (${Math.floor(best.similarity * 100)} %) is at lines ${start + 1}-${start + found.length}:`;
  return `${heading}\n${numberLines(found.slice(0, maxShownLines), start + 1)}`;
}

/** Comparing the whole text everywhere would take minutes: a look at single lines tells where it may pay. */
function likelyStarts(lines: readonly string[], search: readonly string[]): readonly number[] {
  const votes = new Map<number, number>();
  const vote = (start: number, weight: number): void => {
    const inside = Math.max(0, Math.min(start, lines.length - search.length));
    votes.set(inside, (votes.get(inside) ?? 0) + weight);
  };
  const wanted = positionsOf(search);
  const longest = search.map(plain).reduce((left, right) => (right.length > left.length ? right : left), "");
  for (const [index, line] of lines.slice(0, maxComparedLines).map(plain).entries()) {
    for (const position of wanted.get(line) ?? []) vote(index - position, 1);
    const likeness = similarity(line, longest);
    if (likeness >= leastSimilar) vote(index - (wanted.get(longest)?.[0] ?? 0), likeness);
  }
  return [...votes]
    .toSorted((left, right) => right[1] - left[1])
    .slice(0, candidates)
    .map(([start]) => start);
}

function positionsOf(search: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const positions = new Map<string, number[]>();
  for (const [index, line] of search.map(plain).entries()) {
    if (line !== "") positions.set(line, [...(positions.get(line) ?? []), index]);
  }
  return positions;
}

/** From 0 to 1; texts of very different length are not worth the comparison. */
function similarity(left: string, right: string): number {
  const [one, other] = [left.slice(0, maxComparedLength), right.slice(0, maxComparedLength)];
  const longer = Math.max(one.length, other.length);
  if (longer === 0 || Math.min(one.length, other.length) < longer * leastSimilar) return 0;
  return 1 - distance(one, other) / longer;
}

function plain(line: string): string {
  return normaliseCharacters(line.trim());
}
