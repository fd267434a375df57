import type { Match, SearchBlock } from "./find-match.ts";
import { commentOf, isPlaceholder } from "./find-placeholder.ts";
import { findReindent } from "./indentation.ts";
import { type LineIndex, matchLevels } from "./line-keys.ts";
import { mergeReplacement, type Unit } from "./merge-replacement.ts";

const maxAlignments = 200;

/** Whether a line of a search text is a placeholder for omitted lines: `// ...`, `# ... existing code ...`, `...`. */
export function isElision(line: string): boolean {
  const text = line.trim();
  return /^(?:\.{3}|…)$/.test(commentOf(text) ?? text) || isPlaceholder(text);
}

/** Matches around omitted lines: every part matches, in order. */
export function elidedMatches(index: LineIndex, { search, replace }: SearchBlock): Match[] {
  const parts = partsOf(search);
  if (parts.length < 2) return [];
  for (const level of matchLevels.slice(0, 5)) {
    const starts = parts.map(({ lines }) => index.startsOf(level, lines));
    const found = alignments(starts, parts);
    if (found.length === 0) continue;
    return found.flatMap((alignment) => toMatch({ index, search, replace, parts, alignment }));
  }
  return [];
}

interface Part {
  readonly from: number;
  readonly lines: readonly string[];
}

function partsOf(search: readonly string[]): Part[] {
  const parts: { from: number; lines: string[] }[] = [];
  let current: { from: number; lines: string[] } | undefined;
  for (const [index, line] of search.entries()) {
    if (isElision(line)) {
      current = undefined;
      continue;
    }
    if (!current) {
      current = { from: index, lines: [] };
      parts.push(current);
    }
    current.lines.push(line);
  }
  return parts;
}

function alignments(starts: readonly (readonly number[])[], parts: readonly Part[]): number[][] {
  let found: number[][] = [[]];
  for (const [part, choices] of starts.entries()) {
    const before = parts[part - 1]?.lines.length ?? 0;
    found = found
      .flatMap((alignment) => {
        const previous = alignment.at(-1);
        const minStart = previous === undefined ? 0 : previous + before;
        return choices.filter((start) => start >= minStart).map((start) => [...alignment, start]);
      })
      .slice(0, maxAlignments);
  }
  return found;
}

interface Alignment extends Omit<SearchBlock, "startLine"> {
  readonly index: LineIndex;
  readonly parts: readonly Part[];
  readonly alignment: readonly number[];
}

function toMatch({ index, search, replace, parts, alignment }: Alignment): Match[] {
  const [start = 0, lastStart = 0] = [alignment[0], alignment.at(-1)];
  const end = lastStart + (parts.at(-1)?.lines.length ?? 0);
  const units: Unit[] = [];
  const pairs: Unit[] = [];
  let [from, at] = [0, start];
  for (const [number, part] of parts.entries()) {
    const partStart = alignment[number] ?? 0;
    if (part.from > from) units.push({ from, to: part.from, start: at, end: partStart, trust: "same" });
    const lines = part.lines.map((_, offset) => oneLine(part.from + offset, partStart + offset));
    pairs.push(...lines);
    units.push(...lines);
    from = part.from + part.lines.length;
    at = partStart + part.lines.length;
  }
  if (from < search.length) units.push({ from, to: search.length, start: at, end: at, trust: "same" });
  const reindent = findReindent({
    search: pairs.map((unit) => search[unit.from] ?? ""),
    found: pairs.map((unit) => index.lines[unit.start] ?? ""),
    replace,
  });
  const pieces = reindent && mergeReplacement({ search, replace, lines: index.lines, units, reindent });
  return pieces ? [{ start, end, pieces }] : [];
}

function oneLine(from: number, start: number): Unit {
  return { from, to: from + 1, start, end: start + 1, trust: "same" };
}
