import { type CharacterSet, characterSet, isDisjoint, unionOf } from "./character-set.ts";
import type { PatternGroup, Sequence } from "./parse-pattern.ts";

/** One character, perhaps repeated. */
interface Part {
  readonly set: CharacterSet;
  readonly min: number;
  readonly max: number;
}

/** Whether a repeated group knows from the next character alone which alternative it is in, and where a round ends. */
export function hasClearRounds({ alternatives, isLook }: PatternGroup): boolean {
  if (isLook) return false;
  const rounds = alternatives.flatMap((sequence) => {
    const parts = partsOf(sequence);
    return parts ? [parts] : [];
  });
  if (rounds.length < alternatives.length) return false;
  return areApart(rounds.map(firstSet)) && rounds.every((parts) => hasClearEnd(parts, rounds.length === 1));
}

/** Whether the next character decides between alternatives. */
export function isChoiceClear(alternatives: readonly Sequence[]): boolean {
  const firsts = alternatives.map(([first]) => first);
  const sets = firsts.flatMap((first) => (first?.type === "character" ? [characterSet(first.source)] : []));
  return sets.length === alternatives.length && areApart(sets);
}

/** undefined for anything more than single characters, and for what may match nothing at all. */
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

function areApart(sets: readonly CharacterSet[]): boolean {
  return sets.every((set, index) => sets.slice(index + 1).every((other) => isDisjoint(set, other)));
}

/** Of one length; or of one open part beside a character that begins or ends the round and occurs nowhere else in it. */
function hasClearEnd(parts: readonly Part[], isOnlyAlternative: boolean): boolean {
  const open = parts.filter(({ min, max }) => max > min);
  if (open.length === 0) return true;
  if (open.length > 1) return false;
  const isDelimiter = (part: Part | undefined) =>
    part?.min === 1 && part.max === 1 && parts.every((other) => other === part || isDisjoint(other.set, part.set));
  return isDelimiter(parts.at(-1)) || (isOnlyAlternative && isDelimiter(parts[0]));
}
