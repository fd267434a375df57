import { queryWords, splitWords } from "../words.ts";
import type { Embedder } from "./embedder.ts";
import { loadWordTable, type WordTable } from "./word-table.ts";

/** Needs no key, no server and no download: a text's vector is the weighted sum of those of its words. */
export const localEmbedder: Embedder = {
  id: "local:words-1",
  weight: 0.4,
  batchSize: 256,
  async embed(texts, { purpose, signal }) {
    const table = await loadWordTable();
    signal.throwIfAborted();
    const wordsOf = purpose === "question" ? queryWords : documentWords;
    return texts.map((text) => embedWords(table, wordsOf(text)));
  },
};

/** The first line has the path and the name, which matter most. */
function documentWords(text: string): string[] {
  const head = splitWords(text.slice(0, text.indexOf("\n")));
  return [...splitWords(text), ...head];
}

function embedWords(table: WordTable, words: readonly string[]): Float32Array {
  const sum = new Float32Array(table.dimensions);
  for (const [row, count] of countRows(table, words)) {
    // A word used ten times is not ten times as important.
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

/** A word that is not in the table is looked up without its suffix. */
function rowOf({ rows }: WordTable, word: string): number | undefined {
  const exact = rows.get(word);
  if (exact !== undefined || word.length < 5) return exact;
  for (const [suffix, replacement] of suffixes) {
    if (!word.endsWith(suffix)) continue;
    const row = rows.get(word.slice(0, -suffix.length) + replacement);
    if (row !== undefined) return row;
  }
  return undefined;
}

const suffixes = [
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
