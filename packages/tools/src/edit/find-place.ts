import type { DiffBlock } from "./diff-blocks.ts";
import { findReindent, indentOf, keepIndentation, type Reindent } from "./indentation.ts";
import { normaliseCharacters } from "./normalise-characters.ts";

export type PlaceResult =
  | { readonly kind: "found"; readonly start: number; readonly reindent: Reindent; readonly rung: string }
  | { readonly kind: "ambiguous"; readonly starts: readonly number[] }
  | { readonly kind: "missing" };

/** One way in which two lines count as the same. */
interface Rung {
  /** What it overlooks, for the notice. */
  readonly name: string;
  readonly key: (line: string) => string;
  readonly ignoresIndentation?: true;
}

/** From strict to lenient; each also overlooks what those before it do. */
const ladder: readonly Rung[] = [
  { name: "exact", key: (line) => line },
  { name: "spaces at line ends", key: (line) => line.trimEnd() },
  { name: "the amount of white space", key: (line) => indentOf(line) + collapse(line) },
  { name: "indentation", key: collapse, ignoresIndentation: true },
  { name: "typographic characters", key: (line) => collapse(normaliseCharacters(line)), ignoresIndentation: true },
];

/** Lines around a stated start line in which one of several equal places may lie. */
const neighbourhood = 40;

/**
 * Where a block's search text stands, by the strictest rung that knows a place. Two equal places are refused rather
 * than guessed, unless the stated start line clearly means one of them.
 */
export function findPlace(lines: readonly string[], block: DiffBlock, options: { exactOnly: boolean }): PlaceResult {
  for (const rung of options.exactOnly ? ladder.slice(0, 1) : ladder) {
    const places = placesOn(rung, lines, block);
    const place = places.length === 1 ? places[0] : nearestTo(block.startLine, places);
    if (place) return { kind: "found", rung: rung.name, ...place };
    if (places.length > 1) return { kind: "ambiguous", starts: places.map(({ start }) => start) };
  }
  return { kind: "missing" };
}

interface Place {
  readonly start: number;
  readonly reindent: Reindent;
}

function placesOn(rung: Rung, lines: readonly string[], { search, replace }: DiffBlock): Place[] {
  const wanted = search.map(rung.key);
  const keys = lines.map(rung.key);
  return startsOf(wanted, keys).flatMap((start): Place[] => {
    if (!rung.ignoresIndentation) return [{ start, reindent: keepIndentation }];
    const reindent = findReindent({ search, replace, found: lines.slice(start, start + search.length) });
    return reindent ? [{ start, reindent }] : [];
  });
}

function startsOf(wanted: readonly string[], keys: readonly string[]): number[] {
  const starts: number[] = [];
  for (let start = 0; start + wanted.length <= keys.length; start += 1) {
    if (wanted.every((key, index) => keys[start + index] === key)) starts.push(start);
  }
  return starts;
}

/** Clearly nearest: in the neighbourhood, and the next one at least twice as far. */
function nearestTo(startLine: number | undefined, places: readonly Place[]): Place | undefined {
  if (startLine === undefined) return undefined;
  const distance = ({ start }: Place): number => Math.abs(start + 1 - startLine);
  const [nearest, second] = places.toSorted((left, right) => distance(left) - distance(right));
  if (!nearest || !second || distance(nearest) > neighbourhood) return undefined;
  return distance(second) > 2 * distance(nearest) ? nearest : undefined;
}

function collapse(line: string): string {
  return line.trim().replaceAll(/\s+/g, " ");
}
