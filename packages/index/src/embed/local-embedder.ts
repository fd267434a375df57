import { readFile } from "node:fs/promises";
import { queryWords, splitWords } from "../words.ts";
import type { Embedder } from "./embedder.ts";
import { findWordTable } from "./word-table-file.ts";

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

/** A vector and a weight for each word. */
interface WordTable {
  readonly dimensions: number;
  /** The row of each word. */
  readonly rows: ReadonlyMap<string, number>;
  /** Rows of `dimensions` numbers; all rows are of about the same length. */
  readonly numbers: Int8Array;
  /** From 0 to 1 per row: common words weigh little. */
  readonly weights: Float32Array;
}

const magic = "ROOWORD1";

let loaded: Promise<WordTable> | undefined;

/** The table shipped with the package, read once. Built by `scripts/distil-words.mjs`. */
function loadWordTable(): Promise<WordTable> {
  loaded ??= readFile(findWordTable()).then(parseWordTable);
  return loaded;
}

/**
 * `ROOWORD1`, then three numbers of 4 bytes: words, dimensions, bytes of the list of words; then the list with a
 * newline after each word, a weight per word in 1/255, and the rows.
 */
export function parseWordTable(file: Uint8Array): WordTable {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const [count, dimensions, listBytes] = [8, 12, 16].map((offset) => view.getUint32(offset, true));
  if (new TextDecoder().decode(file.subarray(0, 8)) !== magic || !count || !dimensions || !listBytes) {
    throw new Error("The word table has an unknown format.");
  }
  const words = new TextDecoder().decode(file.subarray(20, 20 + listBytes)).split("\n");
  const weightsAt = 20 + listBytes;
  const weights = Float32Array.from(file.subarray(weightsAt, weightsAt + count), (weight) => weight / 255);
  const numbers = new Int8Array(file.buffer, file.byteOffset + weightsAt + count, count * dimensions);
  return { dimensions, rows: new Map(words.slice(0, count).map((word, row) => [word, row])), numbers, weights };
}
