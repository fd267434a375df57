import { parsePattern, type Sequence } from "./parse-pattern.ts";
import { patternDegree } from "./pattern-degree.ts";
import { hasClearRounds } from "./pattern-rounds.ts";

const maxLength = 1_000;
/** A match may take time that grows with the third power of the path's length: for a hostile path of 200 characters under a second. */
const refusedDegree = 4;

/**
 * Why a mode's file pattern is refused; undefined for a good one. The pattern may come with a repository and is tried on
 * every path that is edited: one that takes for ever would stop the whole program. Cautious: some harmless ones are refused.
 */
export function patternProblem(source: string): string | undefined {
  if (source.length > maxLength) return `is longer than ${maxLength} characters`;
  if (!compiles(source)) return "is not a regular expression";
  const alternatives = parsePattern(source);
  if (alternatives.some(hasReference)) return "refers back to a group, which can take for ever";
  if (!alternatives.every(isQuick)) return "repeats what already repeats, which can take for ever";
  if (patternDegree(alternatives) >= refusedDegree) return "has too many parts of open length, which can take for ever";
  return undefined;
}

function compiles(source: string): boolean {
  try {
    return new RegExp(source).source !== "";
  } catch {
    return false;
  }
}

function hasReference(sequence: Sequence): boolean {
  return sequence.some((node) => {
    const inner = node.type === "repeat" ? node.node : node;
    return inner.type === "reference" || (inner.type === "group" && inner.alternatives.some(hasReference));
  });
}

/** Without a repetition that can divide one text among its rounds in more than one way: those double with each character. */
function isQuick(sequence: Sequence): boolean {
  return sequence.every((node) => {
    const inner = node.type === "repeat" ? node.node : node;
    if (inner.type !== "group") return true;
    if (node.type === "repeat" && node.max > 1 && !hasClearRounds(inner)) return false;
    return inner.alternatives.every(isQuick);
  });
}
