/** The parts of a tool that are compared with a wrong name. */
export interface NamedTool {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly description: string;
}

const weights = { nameWord: 3, spelling: 4, describedWord: 1 };
const minScore = 0.8;

/** The tools most similar to a wrong name, best first: by words, description and spelling. */
export function nearestTools(wrong: string, tools: readonly NamedTool[], limit: number): string[] {
  const words = wordsOf(wrong);
  return tools
    .map((tool) => ({ name: tool.name, score: similarity(wrong, words, tool) }))
    .filter(({ score }) => score >= minScore)
    .sort((left, right) => right.score - left.score)
    .slice(0, limit)
    .map(({ name }) => name);
}

function similarity(wrong: string, words: ReadonlySet<string>, { name, aliases, description }: NamedTool): number {
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

/** Without plural endings and stop words. */
function wordsOf(text: string): Set<string> {
  const words = text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => word.replace(/s$/, ""));
  return new Set(words.filter((word) => word.length > 1 && !stopWords.has(word)));
}

const stopWords: ReadonlySet<string> = new Set(["the", "an", "to", "in", "of", "a", "tool", "it", "or", "and", "with"]);

/** Similarity of two names: the share of common letter pairs, from 0 to 1. */
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
 * A tool's name normalized for comparison: lower case with `_`. Removes what models add: a namespace (`functions.`,
 * `default_api:`), a call number (`:0`), special tokens (`<|channel|>`).
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
