import { diffArrays } from "diff";
import { type Reindent } from "./indentation.ts";
import { mergeLine } from "./merge-line.ts";

/** Lines of the search text and the lines of the file they match. Either side may be empty. */
export interface Unit {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
  /** `same`: may be replaced. `merge`: only with the file's differences kept. `keep`: context only. */
  readonly trust: "same" | "merge" | "keep";
}

/** A line kept from the file, by its index, or a new one. */
export type Piece = number | string;

interface Replacement {
  readonly search: readonly string[];
  readonly replace: readonly string[];
  readonly lines: readonly string[];
  readonly units: readonly Unit[];
  readonly reindent: Reindent;
}

/**
 * What the matched lines become. Lines that the block repeats unchanged stay exactly as in the file. undefined when the
 * block changes a line whose match is not certain enough.
 */
export function mergeReplacement(replacement: Replacement): Piece[] | undefined {
  const { search, units } = replacement;
  const hunks = hunksOf(replacement);
  const insertions = new Map<number, readonly string[]>();
  const removed = new Map<number, string | undefined>();
  for (const hunk of hunks) {
    const paired = hunk.added.length === hunk.to - hunk.from;
    for (let index = hunk.from; index < hunk.to; index += 1) {
      removed.set(index, paired ? hunk.added[index - hunk.from] : undefined);
    }
    if (!paired) insertions.set(hunk.from, hunk.added);
  }
  const pieces: Piece[] = [];
  for (const unit of units) {
    const added = emit(unit, { replacement, insertions, removed });
    if (!added) return undefined;
    pieces.push(...added);
  }
  return [...pieces, ...(insertions.get(search.length) ?? []).map(replacement.reindent)];
}

interface Changes {
  readonly replacement: Replacement;
  readonly insertions: ReadonlyMap<number, readonly string[]>;
  /** Removed search lines, with the replacing line where it is one for one. */
  readonly removed: ReadonlyMap<number, string | undefined>;
}

function emit(unit: Unit, { replacement, insertions, removed }: Changes): Piece[] | undefined {
  const { search, reindent } = replacement;
  const positions = Array.from({ length: unit.to - unit.from }, (_, index) => unit.from + index);
  const kept = Array.from({ length: unit.end - unit.start }, (_, index) => unit.start + index);
  if (positions.length === 0) {
    // Lines only the file has: an insertion there could belong before, after or instead of them.
    const isInside = removed.has(unit.from - 1) && removed.has(unit.from);
    if (unit.trust === "keep") return isInside || insertions.has(unit.from) ? undefined : kept;
    return isInside ? [] : kept;
  }
  const before = (insertions.get(unit.from) ?? []).map(reindent);
  const isTouched = positions.some(
    (position) => removed.has(position) || (position > unit.from && insertions.has(position)),
  );
  if (!isTouched) return [...before, ...kept];
  if (unit.trust === "keep") return undefined;
  if (positions.length === 1 && kept.length === 1) {
    const line = changedLine(unit, removed.get(unit.from), replacement);
    if (line === undefined && unit.trust === "merge" && isReplaced(unit.from, { replacement, insertions, removed })) {
      return undefined;
    }
    return line === undefined ? before : [...before, line];
  }
  if (unit.trust === "merge") return undefined;
  return positions.flatMap((position) => {
    const inserted = (insertions.get(position) ?? []).map(reindent);
    if (!removed.has(position)) return [...inserted, reindent(search[position] ?? "")];
    const paired = removed.get(position);
    return paired === undefined ? inserted : [...inserted, reindent(paired)];
  });
}

/** The new line that replaces one line; undefined when there is none or it cannot be determined. */
function changedLine(unit: Unit, theirs: string | undefined, replacement: Replacement): string | undefined {
  if (theirs === undefined) return undefined;
  const { search, lines, reindent } = replacement;
  const [base = "", file = ""] = [search[unit.from], lines[unit.start]];
  const plain = reindent(theirs);
  if (base === file || theirs.trim() === "") return plain;
  const merged = mergeLine(base, file, theirs);
  if (merged === undefined) return unit.trust === "merge" ? undefined : plain;
  const indent = /^[\t ]*/.exec(plain)?.[0] ?? "";
  return indent + merged;
}

/** Whether a line is replaced, not just removed. */
function isReplaced(position: number, { insertions, removed }: Changes): boolean {
  if (removed.get(position) !== undefined) return true;
  for (let first = position; first >= 0 && removed.has(first); first -= 1) {
    if ((insertions.get(first) ?? []).length > 0) return true;
  }
  return false;
}

interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly added: readonly string[];
}

/** In a lenient match, trailing spaces are not meant as a change. */
function hunksOf({ search, replace, lines, units }: Replacement): Hunk[] {
  const isExact = units.every(({ from, to, start }) => to - from === 1 && search[from] === lines[start]);
  const comparator = isExact
    ? (left: string, right: string): boolean => left === right
    : (left: string, right: string): boolean => left.trimEnd() === right.trimEnd();
  const hunks: Hunk[] = [];
  let position = 0;
  for (const { added, removed, value } of diffArrays([...search], [...replace], { comparator })) {
    const last = hunks.at(-1);
    const adjoins = last !== undefined && last.to === position;
    if (added) {
      if (adjoins) hunks[hunks.length - 1] = { ...last, added: [...last.added, ...value] };
      else hunks.push({ from: position, to: position, added: value });
      continue;
    }
    if (removed) {
      if (adjoins) hunks[hunks.length - 1] = { ...last, to: position + value.length };
      else hunks.push({ from: position, to: position + value.length, added: [] });
    }
    position += value.length;
  }
  return hunks;
}
