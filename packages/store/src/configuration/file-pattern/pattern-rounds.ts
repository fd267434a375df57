import type { PatternGroup, Sequence } from "./parse-pattern.ts";

/** One character, perhaps repeated. */
interface Part {
  readonly set: CharacterSet;
  readonly min: number;
  readonly max: number;
}

/** Whether the next character alone decides which alternative of a repeated group applies and where a round ends. */
export function hasClearRounds({ alternatives, isLook }: PatternGroup): boolean {
  if (isLook) return false;
  const rounds = alternatives.flatMap((sequence) => {
    const parts = partsOf(sequence);
    return parts ? [parts] : [];
  });
  if (rounds.length < alternatives.length) return false;
  return areDisjoint(rounds.map(firstSet)) && rounds.every((parts) => hasClearEnd(parts, rounds.length === 1));
}

/** Whether the next character decides between alternatives. */
export function isChoiceClear(alternatives: readonly Sequence[]): boolean {
  const firsts = alternatives.map(([first]) => first);
  const sets = firsts.flatMap((first) => (first?.type === "character" ? [characterSet(first.source)] : []));
  return sets.length === alternatives.length && areDisjoint(sets);
}

/** undefined for anything but single characters, and if it may match nothing. */
function partsOf(sequence: Sequence): Part[] | undefined {
  const parts: Part[] = [];
  for (const node of sequence) {
    const inner = node.type === "repeat" ? node.node : node;
    if (inner.type !== "character") return undefined;
    const { min, max } = node.type === "repeat" ? node : { min: 1, max: 1 };
    parts.push({ set: characterSet(inner.source), min, max });
  }
  return parts.some(({ min }) => min > 0) ? parts : undefined;
}

function firstSet(parts: readonly Part[]): CharacterSet {
  const end = parts.findIndex(({ min }) => min > 0);
  return unionOf(parts.slice(0, end + 1).map(({ set }) => set));
}

function areDisjoint(sets: readonly CharacterSet[]): boolean {
  return sets.every((set, index) => sets.slice(index + 1).every((other) => isDisjoint(set, other)));
}

/** Either of fixed length, or with one open part and a delimiter at the start or end that occurs nowhere else in the round. */
function hasClearEnd(parts: readonly Part[], isOnlyAlternative: boolean): boolean {
  const open = parts.filter(({ min, max }) => max > min);
  if (open.length === 0) return true;
  if (open.length > 1) return false;
  const isDelimiter = (part: Part | undefined) =>
    part?.min === 1 && part.max === 1 && parts.every((other) => other === part || isDisjoint(other.set, part.set));
  return isDelimiter(parts.at(-1)) || (isOnlyAlternative && isDelimiter(parts[0]));
}

export type CharacterSet = ReadonlySet<string>;

/** Characters that distinguish the sets of a pattern: Latin-1, a line separator, and one representing all others. */
const universe = [...Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)), "\u2028", "中"];
const everything: CharacterSet = new Set(universe);

/** What a one-character pattern such as `.`, `\w` or `[^/]` matches; rather too much than too little. */
export function characterSet(source: string): CharacterSet {
  // For characters outside of the universe it is unknown whether two sets share them.
  if (/[^\0-\xFF]|\\u/.test(source)) return everything;
  const literal = /^(?:\\([^a-zA-Z0-9])|([^.[\\]))$/.exec(source);
  if (literal) return new Set([literal[1] ?? literal[2] ?? ""]);
  const pattern = new RegExp(`^(?:${source})$`);
  return new Set(universe.filter((character) => pattern.test(character)));
}

export function isDisjoint(left: CharacterSet, right: CharacterSet): boolean {
  for (const character of left) if (right.has(character)) return false;
  return true;
}

export function unionOf(sets: readonly CharacterSet[]): CharacterSet {
  return new Set(sets.flatMap((set) => [...set]));
}
