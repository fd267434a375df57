import type { Match, SearchBlock } from "./find-match.ts";
import { findReindent } from "./indentation.ts";
import { type LineIndex, squeeze } from "./line-keys.ts";
import { mergeReplacement, type Unit } from "./merge-replacement.ts";

const minLength = 12;

/** Matches of the same text with other line breaks, or with more or fewer blank lines. */
export function rewrappedMatches(index: LineIndex, { search, replace }: SearchBlock): Match[] {
  const squeezed = search.map(squeeze).join("");
  if (squeezed.length < minLength) return [];
  const lines = index.lines.map(squeeze);
  const text = lines.join("");
  const matches: Match[] = [];
  const offsets = offsetsOf(lines);
  for (let at = text.indexOf(squeezed); at !== -1; at = text.indexOf(squeezed, at + 1)) {
    const [start, end] = [offsets.firstAt.get(at), offsets.afterAt.get(at + squeezed.length)];
    if (start === undefined || end === undefined) continue;
    const units = pairUp({ search, lines: index.lines, start, end });
    const pairs = units.filter((unit) => unit.from < unit.to && unit.start < unit.end);
    const reindent = findReindent({
      search: pairs.map(({ from }) => search[from] ?? ""),
      found: pairs.map((unit) => index.lines[unit.start] ?? ""),
      replace,
    });
    const pieces = reindent && mergeReplacement({ search, replace, lines: index.lines, units, reindent });
    if (pieces) matches.push({ start, end, pieces });
  }
  return matches;
}

/** The line that starts at an offset of the squeezed text, and the one after the line that ends there. */
function offsetsOf(lines: readonly string[]): { firstAt: Map<number, number>; afterAt: Map<number, number> } {
  const [firstAt, afterAt] = [new Map<number, number>(), new Map<number, number>()];
  let offset = 0;
  for (const [index, line] of lines.entries()) {
    if (line === "") continue;
    firstAt.set(offset, index);
    offset += line.length;
    afterAt.set(offset, index + 1);
  }
  return { firstAt, afterAt };
}

interface TwoTexts {
  readonly search: readonly string[];
  readonly lines: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** The smallest groups of lines with the same text on both sides. */
function pairUp({ search, lines, start, end }: TwoTexts): Unit[] {
  const units: Unit[] = [];
  let [from, to, first, last] = [0, 0, start, start];
  let ahead = 0;
  const close = (): void => {
    units.push({ from, to, start: first, end: last, trust: "same" });
    [from, first] = [to, last];
  };
  while (to < search.length || last < end) {
    const [searched, found] = [squeeze(search[to] ?? ""), squeeze(lines[last] ?? "")];
    const isAtBoundary = from === to && first === last;
    if (isAtBoundary && to < search.length && last < end && (searched === "") !== (found === "")) {
      if (searched === "") to += 1;
      else last += 1;
      close();
      continue;
    }
    if (to < search.length && (ahead <= 0 || last >= end)) {
      ahead += searched.length;
      to += 1;
      if (isAtBoundary && last < end) {
        ahead -= found.length;
        last += 1;
      }
    } else {
      ahead -= found.length;
      last += 1;
    }
    if (ahead === 0) close();
  }
  return units;
}
