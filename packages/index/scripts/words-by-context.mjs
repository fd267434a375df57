import { packageFolders, packageTexts, wordsIn } from "./package-files.mjs";
import { principalAxes, randomNumbers } from "./principal-axes.mjs";

const window = 8;
const minPair = 0.5;
const tooMany = 15_000_000;

/**
 * What words mean in code: words used in the same context (`retry`, `backoff`, `attempts`) get similar vectors.
 * Positive mutual information of neighbours in the sources of installed packages, along its strongest axes.
 */
export function wordsByContext(words, store, dimensions) {
  const pairs = countPairs(words, store);
  const edges = mutualInformation(pairs, words.length);
  const size = words.length;
  // The first axis only says how common a word is.
  const count = dimensions + 1;
  const { rows, values } = principalAxes({
    size,
    count,
    rounds: 8,
    apply: (axes) => multiply(axes, edges, size, count),
  });
  const vectors = new Float32Array(size * dimensions);
  for (let word = 0; word < size; word += 1) {
    for (let axis = 0; axis < dimensions; axis += 1) {
      vectors[word * dimensions + axis] = rows[(axis + 1) * size + word] * Math.sqrt(values[axis + 1]);
    }
  }
  return vectors;
}

/** Neighbours within a window, nearer ones count more; most uses of very common words are skipped. */
function countPairs(words, store) {
  const random = randomNumbers(67890);
  const rows = new Map(words.map(({ word }, row) => [word, row]));
  const pairs = new Map();
  const seen = new Set();
  for (const folder of packageFolders(store)) {
    for (const text of packageTexts(folder, seen)) {
      const ids = [];
      for (const word of wordsIn(text)) {
        const row = rows.get(word);
        if (row !== undefined && random() <= 0.15 / words[row].share) ids.push(row);
      }
      addPairs(pairs, ids, words.length);
    }
  }
  return pairs;
}

function addPairs(pairs, ids, size) {
  for (const [index, left] of ids.entries()) {
    for (let distance = 1; distance <= window && index + distance < ids.length; distance += 1) {
      const right = ids[index + distance];
      if (left === right) continue;
      const key = left < right ? left * size + right : right * size + left;
      pairs.set(key, (pairs.get(key) ?? 0) + 1 / distance);
    }
  }
  if (pairs.size > tooMany) for (const [key, count] of pairs) if (count <= minPair) pairs.delete(key);
}

function mutualInformation(pairs, size) {
  const sums = new Float64Array(size);
  for (const [key, count] of pairs) {
    sums[Math.floor(key / size)] += count;
    sums[key % size] += count;
  }
  const smoothed = sums.map((sum) => sum ** 0.75);
  const total = smoothed.reduce((sum, value) => sum + value, 0);
  const edges = { left: [], right: [], value: [] };
  for (const [key, count] of pairs) {
    const [left, right] = [Math.floor(key / size), key % size];
    const one = Math.log((count * total) / (sums[left] * smoothed[right]));
    const other = Math.log((count * total) / (sums[right] * smoothed[left]));
    if (count < minPair || one + other <= 0) continue;
    edges.left.push(left);
    edges.right.push(right);
    edges.value.push((one + other) / 2);
  }
  return edges;
}

function multiply(axes, { left, right, value }, size, count) {
  const product = new Float64Array(axes.length);
  for (let axis = 0; axis < count; axis += 1) {
    const from = axes.subarray(axis * size, (axis + 1) * size);
    const into = product.subarray(axis * size, (axis + 1) * size);
    for (let edge = 0; edge < value.length; edge += 1) {
      into[left[edge]] += value[edge] * from[right[edge]];
      into[right[edge]] += value[edge] * from[left[edge]];
    }
  }
  return product;
}
