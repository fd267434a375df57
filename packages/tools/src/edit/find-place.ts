import { anchoredPlaces } from "./anchored-places.ts";
import { elidedPlaces, isElision } from "./elided-lines.ts";
import { fuzzyPlaces } from "./fuzzy-places.ts";
import { findReindent, keepIndentation } from "./indentation.ts";
import { type LineIndex, ladder, plainKey, type Rung } from "./line-keys.ts";
import { mergeReplacement, type Piece, type Unit } from "./merge-replacement.ts";
import { rewrappedPlaces } from "./rewrapped-places.ts";

/** A text that is wanted, and what is to stand there instead. */
export interface Wanted {
  readonly search: readonly string[];
  readonly replace: readonly string[];
  /** Of the file as it is now, from 1. */
  readonly startLine: number | undefined;
}

/** Lines from `start` up to `end`, and what they become. */
export interface Place {
  readonly start: number;
  readonly end: number;
  readonly pieces: readonly Piece[];
}

export type PlaceResult =
  | (Place & { readonly kind: "found"; readonly rung: string })
  | { readonly kind: "ambiguous"; readonly places: readonly Place[] }
  | { readonly kind: "missing" };

export interface PlaceOptions {
  /** Only the strictest rung. */
  readonly exactOnly: boolean;
  /** Chooses among several equal places before they are refused. */
  readonly choose?: (places: readonly Place[]) => readonly Place[];
}

interface Step {
  readonly name: string;
  places(index: LineIndex, wanted: Wanted): Place[];
}

const steps: readonly Step[] = [
  ...ladder.map((rung): Step => ({ name: rung.name, places: (index, wanted) => placesOn(rung, index, wanted) })),
  { name: "line breaks", places: rewrappedPlaces },
  { name: "lines between the first and the last", places: anchoredPlaces },
  { name: "slips of the pen", places: fuzzyPlaces },
];

/**
 * Where a search text stands, by the strictest step that knows a place. Two equal places are refused rather than
 * guessed, unless the stated start line lies in exactly one of them.
 */
export function findPlace(index: LineIndex, wanted: Wanted, options: PlaceOptions): PlaceResult {
  const last = index.lines.length;
  if (wanted.search.length === 0 || last === 0) return { kind: "missing" };
  for (const step of stepsFor(index, wanted, options)) {
    const places = step.places(index, wanted);
    const [place, ...others] = narrow(places, wanted.startLine, options);
    if (!place) continue;
    return others.length === 0 ? { kind: "found", rung: step.name, ...place } : { kind: "ambiguous", places };
  }
  return { kind: "missing" };
}

function stepsFor(index: LineIndex, { search }: Wanted, { exactOnly }: PlaceOptions): readonly Step[] {
  if (exactOnly) return steps.slice(0, 1);
  const isElided = search.slice(1, -1).some((line) => isElision(line) && !index.plainPositions.has(plainKey(line)));
  return isElided ? [{ name: "lines left out", places: elidedPlaces }] : steps;
}

function narrow(places: readonly Place[], startLine: number | undefined, { choose }: PlaceOptions): readonly Place[] {
  if (places.length < 2) return places;
  const pointed = places.filter(
    ({ start, end }) => startLine !== undefined && startLine > start && startLine <= Math.max(end, start + 1),
  );
  if (pointed.length === 1) return pointed;
  const chosen = choose?.(places) ?? [];
  return chosen.length === 1 ? chosen : places;
}

function placesOn(rung: Rung, index: LineIndex, { search, replace }: Wanted): Place[] {
  if (rung.mustMerge && search.every((line) => rung.key(line).length < 4)) return [];
  const { lines } = index;
  return index.startsOf(rung, search).flatMap((start): Place[] => {
    const end = start + search.length;
    const found = lines.slice(start, end);
    const reindent = rung.ignoresIndentation ? findReindent({ search, replace, found }) : keepIndentation;
    if (!reindent) return [];
    const units = search.map((line, offset): Unit => {
      const isSame = !rung.mustMerge || plainKey(line) === plainKey(lines[start + offset] ?? "");
      const at = start + offset;
      return { from: offset, to: offset + 1, start: at, end: at + 1, trust: isSame ? "same" : "merge" };
    });
    const pieces = mergeReplacement({ search, replace, lines, units, reindent });
    return pieces ? [{ start, end, pieces }] : [];
  });
}
