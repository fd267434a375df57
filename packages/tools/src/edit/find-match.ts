import { anchoredMatches } from "./anchored-matches.ts";
import { elidedMatches, isElision } from "./elided-lines.ts";
import { fuzzyMatches } from "./fuzzy-matches.ts";
import { findReindent, keepIndentation } from "./indentation.ts";
import { type LineIndex, type MatchLevel, matchLevels, plainKey } from "./line-keys.ts";
import { mergeReplacement, type Piece, type Unit } from "./merge-replacement.ts";
import { rewrappedMatches } from "./rewrapped-matches.ts";

/** A text to find, and its replacement. */
export interface SearchBlock {
  readonly search: readonly string[];
  readonly replace: readonly string[];
  /** In the current file, from 1. */
  readonly startLine: number | undefined;
}

/** Lines from `start` up to `end`, and what they become. */
export interface Match {
  readonly start: number;
  readonly end: number;
  readonly pieces: readonly Piece[];
}

export type MatchResult =
  | (Match & { readonly kind: "found"; readonly level: string })
  | { readonly kind: "ambiguous"; readonly matches: readonly Match[] }
  | { readonly kind: "missing" };

export interface MatchOptions {
  /** Only the strictest level. */
  readonly exactOnly: boolean;
  /** Chooses among several equal matches before they are refused. */
  readonly choose?: (matches: readonly Match[]) => readonly Match[];
}

interface Step {
  readonly name: string;
  matches(index: LineIndex, block: SearchBlock): Match[];
}

const steps: readonly Step[] = [
  ...matchLevels.map(
    (level): Step => ({ name: level.name, matches: (index, block) => matchesAt(level, index, block) }),
  ),
  { name: "line breaks", matches: rewrappedMatches },
  { name: "lines between the first and the last", matches: anchoredMatches },
  { name: "typos", matches: fuzzyMatches },
];

/**
 * Where a search text matches, by the strictest step that finds a match. Two equal matches are refused rather than
 * guessed, unless the given start line is in exactly one of them.
 */
export function findMatch(index: LineIndex, block: SearchBlock, options: MatchOptions): MatchResult {
  const last = index.lines.length;
  if (block.search.length === 0 || last === 0) return { kind: "missing" };
  for (const step of stepsFor(index, block, options)) {
    const matches = step.matches(index, block);
    const [match, ...others] = narrow(matches, block.startLine, options);
    if (!match) continue;
    return others.length === 0 ? { kind: "found", level: step.name, ...match } : { kind: "ambiguous", matches };
  }
  return { kind: "missing" };
}

function stepsFor(index: LineIndex, { search }: SearchBlock, { exactOnly }: MatchOptions): readonly Step[] {
  if (exactOnly) return steps.slice(0, 1);
  const isElided = search.slice(1, -1).some((line) => isElision(line) && !index.plainPositions.has(plainKey(line)));
  return isElided ? [{ name: "omitted lines", matches: elidedMatches }] : steps;
}

function narrow(matches: readonly Match[], startLine: number | undefined, { choose }: MatchOptions): readonly Match[] {
  if (matches.length < 2) return matches;
  const atStartLine = matches.filter(
    ({ start, end }) => startLine !== undefined && startLine > start && startLine <= Math.max(end, start + 1),
  );
  if (atStartLine.length === 1) return atStartLine;
  const chosen = choose?.(matches) ?? [];
  return chosen.length === 1 ? chosen : matches;
}

function matchesAt(level: MatchLevel, index: LineIndex, { search, replace }: SearchBlock): Match[] {
  if (level.mustMerge && search.every((line) => level.key(line).length < 4)) return [];
  const { lines } = index;
  return index.startsOf(level, search).flatMap((start): Match[] => {
    const end = start + search.length;
    const found = lines.slice(start, end);
    const reindent = level.ignoresIndentation ? findReindent({ search, replace, found }) : keepIndentation;
    if (!reindent) return [];
    const units = search.map((line, offset): Unit => {
      const isSame = !level.mustMerge || plainKey(line) === plainKey(lines[start + offset] ?? "");
      const at = start + offset;
      return { from: offset, to: offset + 1, start: at, end: at + 1, trust: isSame ? "same" : "merge" };
    });
    const pieces = mergeReplacement({ search, replace, lines, units, reindent });
    return pieces ? [{ start, end, pieces }] : [];
  });
}
