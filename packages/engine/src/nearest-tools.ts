/** A tool as far as its likeness to a wrong name goes. */
export interface NamedTool {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly description: string;
}

const weights = { nameWord: 3, spelling: 4, describedWord: 1 };
const minScore = 0.8;

/** The tools that a wrong name may stand for, the likeliest first: by its words, their meaning and its spelling. */
export function nearestTools(wrong: string, tools: readonly NamedTool[], limit: number): string[] {
  const words = wordsOf(wrong);
  return tools
    .map((tool) => ({ name: tool.name, score: likeness(wrong, words, tool) }))
    .filter(({ score }) => score >= minScore)
    .sort((left, right) => right.score - left.score)
    .slice(0, limit)
    .map(({ name }) => name);
}

function likeness(wrong: string, words: ReadonlySet<string>, { name, aliases, description }: NamedTool): number {
  const names = [name, ...aliases];
  const nameWords = new Set(names.flatMap((other) => [...wordsOf(other)]));
  const described = wordsOf(description);
  const spelling = Math.max(...names.map((other) => sharedPairs(wrong, other)));
  let score = weights.spelling * (spelling > 0.4 ? spelling : 0);
  for (const word of words) {
    if (nameWords.has(word)) score += weights.nameWord;
    else if (described.has(word)) score += weights.describedWord;
  }
  return score;
}

/** Without plural endings, and without words that say nothing. */
function wordsOf(text: string): Set<string> {
  const words = text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => word.replace(/s$/, ""));
  return new Set(words.filter((word) => word.length > 1 && !emptyWords.has(word)));
}

const emptyWords: ReadonlySet<string> = new Set([
  "the",
  "an",
  "to",
  "in",
  "of",
  "a",
  "tool",
  "it",
  "or",
  "and",
  "with",
]);

/** How much two names have in common: the share of letter pairs that both have, from 0 to 1. */
function sharedPairs(left: string, right: string): number {
  const [pairs, others] = [pairsOf(left), pairsOf(right)];
  const shared = [...pairs].filter((pair) => others.has(pair)).length;
  return (2 * shared) / Math.max(1, pairs.size + others.size);
}

function pairsOf(name: string): Set<string> {
  const letters = name.replaceAll("_", "");
  return new Set(
    Array.from({ length: Math.max(0, letters.length - 1) }, (_, index) => letters.slice(index, index + 2)),
  );
}

const maxNameLength = 100;

/**
 * A tool's name in the one form that names are compared in: small letters with `_`. Takes off what models put around
 * a name: a namespace (`functions.`, `default_api:`), a call's number (`:0`), a token of their own (`<|channel|>`).
 */
export function comparableName(name: string): string {
  return name
    .slice(0, maxNameLength)
    .trim()
    .replace(/<\|.*$/s, "")
    .replace(/:\d+$/, "")
    .replace(/^(?:functions?|default_api|tools?|api|developer)(?:[.:/]|__)/i, "")
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[\s.-]+/g, "_")
    .toLowerCase();
}
