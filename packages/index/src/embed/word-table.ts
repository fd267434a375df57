import { readFile } from "node:fs/promises";
import { findWordTable } from "./word-table-file.ts";

/** A vector and a weight for each word. */
export interface WordTable {
  readonly dimensions: number;
  /** The row of each word. */
  readonly rows: ReadonlyMap<string, number>;
  /** Rows of `dimensions` numbers; all rows are of about the same length. */
  readonly numbers: Int8Array;
  /** From 0 to 1 per row: common words weigh little. */
  readonly weights: Float32Array;
}

let loaded: Promise<WordTable> | undefined;

/** The table shipped with the package, read once. Built by `scripts/distil-words.mjs`. */
export function loadWordTable(): Promise<WordTable> {
  loaded ??= readFile(findWordTable()).then(parseWordTable);
  return loaded;
}

const magic = "ROOWORD1";

/**
 * `ROOWORD1`, then three numbers of 4 bytes: words, dimensions, bytes of the list of words; then the list with a
 * newline after each word, a weight per word in 1/255, and the rows.
 * @internal
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
