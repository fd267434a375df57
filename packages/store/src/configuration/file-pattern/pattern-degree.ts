import { type CharacterSet, characterSet, isDisjoint, unionOf } from "./character-set.ts";
import type { PatternNode, Sequence } from "./parse-pattern.ts";
import { isChoiceClear } from "./pattern-rounds.ts";

/** In how many ways a stretch of a pattern can match one text: length to the power of `open`, times 16 to the power of `choices`. */
interface Stretch {
  readonly set: CharacterSet;
  readonly open: number;
  readonly choices: number;
}

/** The power of a text's length that trying a pattern with clear rounds grows with, choices reckoned in; an upper bound. */
export function patternDegree(alternatives: readonly Sequence[]): number {
  return Math.max(...alternatives.map((sequence) => totalOf(sequence) + (isAnchored(sequence) ? 0 : 1)));
}

function totalOf(sequence: Sequence): number {
  const { open, choices } = measure(sequence);
  return open + choices;
}

/** What is not anchored is tried from every character of the text. */
function isAnchored([first]: Sequence): boolean {
  return first?.type === "assertion" && first.source === "^";
}

function measure(sequence: Sequence): Stretch {
  const stretches = sequence.map(measureNode);
  const set = unionOf(stretches.map((stretch) => stretch.set));
  const openSet = unionOf(stretches.filter(({ open }) => open > 0).map((stretch) => stretch.set));
  const choices = stretches.reduce((sum, stretch) => sum + stretch.choices, 0);
  if (openSet.size === 0) return { set, open: 0, choices };
  // Between two characters that no open part matches, the length is given: one open part there has no freedom left.
  const runs = [0];
  for (const [index, stretch] of stretches.entries()) {
    const isDivider = sequence[index]?.type === "character" && isDisjoint(stretch.set, openSet);
    if (isDivider) runs.push(0);
    else runs.push((runs.pop() ?? 0) + stretch.open);
  }
  return { set, open: 1 + runs.reduce((sum, run) => sum + Math.max(0, run - 1), 0), choices };
}

function measureNode(node: PatternNode): Stretch {
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
      // Its rounds are clear, or it would have been refused before: only where it ends is open.
      return { ...inner, open: 1 };
    }
  }
}
