import { questionWords, splitWords } from "../words.ts";
import type { Embedder } from "./embedder.ts";
import { loadWordTable, type WordTable } from "./word-table.ts";

/** Needs no key, no server and no download: a text is the weighted mean of what its words mean. */
export const localEmbedder: Embedder = {
  id: "local:words-1",
  weight: 0.4,
  batchSize: 256,
  async embed(texts, { purpose, signal }) {
    const table = await loadWordTable();
    signal.throwIfAborted();
    const wordsOf = purpose === "question" ? questionWords : documentWords;
    return texts.map((text) => embedWords(table, wordsOf(text)));
  },
};

/** The first line holds path and name, which tell most. */
function documentWords(text: string): string[] {
  const head = splitWords(text.slice(0, text.indexOf("\n")));
  return [...splitWords(text), ...head];
}

export function embedWords(table: WordTable, words: readonly string[]): Float32Array {
  const sum = new Float32Array(table.dimensions);
  for (const [row, count] of countRows(table, words)) {
    // A word said ten times is not ten times as important.
    const weight = (table.weights[row] ?? 0) * (1 + Math.log(count));
    const start = row * table.dimensions;
    for (let index = 0; index < sum.length; index += 1) {
      sum[index] = (sum[index] ?? 0) + weight * (table.numbers[start + index] ?? 0);
    }
  }
  return sum;
}

function countRows(table: WordTable, words: readonly string[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const word of words) {
    const row = rowOf(table, word);
    if (row !== undefined) counts.set(row, (counts.get(row) ?? 0) + 1);
  }
  return counts;
}

/** A form that the table lacks is taken for the word without its ending. */
function rowOf({ rows }: WordTable, word: string): number | undefined {
  const exact = rows.get(word);
  if (exact !== undefined || word.length < 5) return exact;
  for (const [ending, instead] of endings) {
    if (!word.endsWith(ending)) continue;
    const row = rows.get(word.slice(0, -ending.length) + instead);
    if (row !== undefined) return row;
  }
  return undefined;
}

const endings = [
  ["ies", "y"],
  ["es", ""],
  ["s", ""],
  ["ing", ""],
  ["ing", "e"],
  ["ed", ""],
  ["ed", "e"],
  ["er", ""],
  ["er", "e"],
  ["ly", ""],
] as const;
