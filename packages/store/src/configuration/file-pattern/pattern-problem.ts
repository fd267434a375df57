import { type PatternNode, parsePattern, type Sequence } from "./parse-pattern.ts";
import {
  type CharacterSet,
  characterSet,
  hasClearRounds,
  isChoiceClear,
  isDisjoint,
  unionOf,
} from "./pattern-rounds.ts";

const maxLength = 1_000;
/** Cubic time in the path's length is accepted: under a second for a hostile path of 200 characters. */
const refusedDegree = 4;

/**
 * Why a mode's file pattern is refused; undefined for a valid one. The pattern may come from a repository and is matched
 * against every edited path: catastrophic backtracking would hang the whole program. Some harmless ones are refused too.
 */
export function patternProblem(source: string): string | undefined {
  if (source.length > maxLength) return `is longer than ${maxLength} characters`;
  if (!compiles(source)) return "is not a regular expression";
  const alternatives = parsePattern(source);
  if (alternatives.some(hasReference)) return "has a backreference, which can make matching extremely slow";
  if (!alternatives.every(isQuick)) return "repeats a repetition, which can make matching extremely slow";
  if (patternDegree(alternatives) >= refusedDegree)
    return "has too many parts of variable length, which can make matching extremely slow";
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

/** Whether no repetition can split a text among its rounds in more than one way: the number of ways grows exponentially. */
function isQuick(sequence: Sequence): boolean {
  return sequence.every((node) => {
    const inner = node.type === "repeat" ? node.node : node;
    if (inner.type !== "group") return true;
    if (node.type === "repeat" && node.max > 1 && !hasClearRounds(inner)) return false;
    return inner.alternatives.every(isQuick);
  });
}

/** In how many ways a part of a pattern can match one text: length to the power of `open`, times 16 to the power of `choices`. */
interface Ambiguity {
  readonly set: CharacterSet;
  readonly open: number;
  readonly choices: number;
}

/** An upper bound of the power of the text's length that matching time grows with, choices included. */
function patternDegree(alternatives: readonly Sequence[]): number {
  return Math.max(...alternatives.map((sequence) => totalOf(sequence) + (isAnchored(sequence) ? 0 : 1)));
}

function totalOf(sequence: Sequence): number {
  const { open, choices } = measure(sequence);
  return open + choices;
}

/** An unanchored pattern is tried from every character of the text. */
function isAnchored([first]: Sequence): boolean {
  return first?.type === "assertion" && first.source === "^";
}

function measure(sequence: Sequence): Ambiguity {
  const parts = sequence.map(measureNode);
  const set = unionOf(parts.map((part) => part.set));
  const openSet = unionOf(parts.filter(({ open }) => open > 0).map((part) => part.set));
  const choices = parts.reduce((sum, part) => sum + part.choices, 0);
  if (openSet.size === 0) return { set, open: 0, choices };
  // Between two characters that no open part matches, the length is fixed, so a single open part there is unambiguous.
  const runs = [0];
  for (const [index, part] of parts.entries()) {
    const isDelimiter = sequence[index]?.type === "character" && isDisjoint(part.set, openSet);
    if (isDelimiter) runs.push(0);
    else runs.push((runs.pop() ?? 0) + part.open);
  }
  return { set, open: 1 + runs.reduce((sum, run) => sum + Math.max(0, run - 1), 0), choices };
}

function measureNode(node: PatternNode): Ambiguity {
  switch (node.type) {
    case "character":
      return { set: characterSet(node.source), open: 0, choices: 0 };
    case "assertion":
    case "reference":
      return { set: new Set(), open: 0, choices: 0 };
    case "group": {
      const inner = node.alternatives.map(measure);
      const choice = isChoiceClear(node.alternatives) ? 0 : Math.log2(inner.length) / 4;
      return {
        set: unionOf(inner.map(({ set }) => set)),
        open: Math.max(...inner.map(({ open }) => open)),
        choices: Math.max(...inner.map(({ choices }) => choices)) + choice,
      };
    }
    case "repeat": {
      const inner = measureNode(node.node);
      if (node.max === node.min) return { ...inner, choices: inner.choices * node.max };
      if (node.max === 1) return { ...inner, choices: inner.choices + 0.25 };
      // Ambiguous rounds were refused before, so only its end is open.
      return { ...inner, open: 1 };
    }
  }
}
