import { diffArrays } from "diff";
import type { Match, SearchBlock } from "./find-match.ts";
import { findReindent } from "./indentation.ts";
import { type LineIndex, plainKey } from "./line-keys.ts";
import { mergeReplacement, type Unit } from "./merge-replacement.ts";

const maxLines = 400;
const maxCandidates = 100;
const minAnchor = 4;

/**
 * Matches whose first and last line are equal while the lines between are in another order, or the file has extra ones.
 * Those lines are only kept: a block that changes them does not match.
 */
export function anchoredMatches(index: LineIndex, block: SearchBlock): Match[] {
  const { search } = block;
  const [first = "", last = ""] = [search[0], search.at(-1)].map((line) => plainKey(line ?? ""));
  if (search.length < 3 || search.length > maxLines || first === "" || last === "") return [];
  if (Math.max(first.length, last.length) < minAnchor) return [];
  const positions = index.plainPositions;
  const [starts, ends] = [positions.at(first), positions.at(last)];
  const maxLength = search.length + Math.max(1, Math.floor(search.length / 4));
  const windows = starts.flatMap((start) =>
    ends
      .filter((end) => end - start + 1 >= search.length && end - start + 1 <= maxLength)
      .map((end) => ({ start, end: end + 1 })),
  );
  if (windows.length > maxCandidates) return [];
  return windows.flatMap((window) => matchIn(index, block, window));
}

function matchIn(index: LineIndex, { search, replace }: SearchBlock, window: { start: number; end: number }): Match[] {
  const { start, end } = window;
  const keys = { search: search.map(plainKey), found: index.plainKeys.slice(start, end) };
  const units =
    reordered(keys, start) ?? withExtraLines(keys, start, (key) => index.plainPositions.at(key).length === 1);
  if (!units) return [];
  const pairs = units.filter((unit) => unit.trust === "same");
  const reindent = findReindent({
    search: pairs.map(({ from }) => search[from] ?? ""),
    found: pairs.map((unit) => index.lines[unit.start] ?? ""),
    replace,
  });
  const pieces = reindent && mergeReplacement({ search, replace, lines: index.lines, units, reindent });
  return pieces ? [{ start, end, pieces }] : [];
}

interface Keys {
  readonly search: readonly string[];
  readonly found: readonly string[];
}

function reordered({ search, found }: Keys, start: number): Unit[] | undefined {
  if (search.length !== found.length) return undefined;
  const [sortedSearch, sortedFound] = [search.toSorted(), found.toSorted()];
  if (sortedSearch.some((key, index) => key !== sortedFound[index])) return undefined;
  const isMoved = (key: string, index: number): boolean => key !== found[index];
  const [from, to] = [search.findIndex(isMoved), search.findLastIndex(isMoved) + 1];
  const lines = (first: number, after: number): Unit[] =>
    Array.from({ length: after - first }, (_, offset) => oneLine(first + offset, start + first + offset));
  const shuffled: Unit = { from, to, start: start + from, end: start + to, trust: "keep" };
  return [...lines(0, from), shuffled, ...lines(to, search.length)];
}

/** Extra lines must have a unique line on both sides: others may be duplicates of lines that are gone. */
function withExtraLines(
  { search, found }: Keys,
  start: number,
  isUnique: (key: string) => boolean,
): Unit[] | undefined {
  const units: Unit[] = [];
  let [from, at] = [0, start];
  for (const { added, removed, value } of diffArrays([...search], [...found])) {
    if (removed) return undefined;
    if (added) {
      units.push({ from, to: from, start: at, end: at + value.length, trust: "keep" });
      at += value.length;
      continue;
    }
    if (!value.some(isUnique)) return undefined;
    units.push(...value.map((_, offset) => oneLine(from + offset, at + offset)));
    from += value.length;
    at += value.length;
  }
  return units;
}

function oneLine(from: number, start: number): Unit {
  return { from, to: from + 1, start, end: start + 1, trust: "same" };
}
