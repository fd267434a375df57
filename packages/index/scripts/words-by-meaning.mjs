import { principalAxes } from "./principal-axes.mjs";
import { loadSentenceEncoder } from "./sentence-encoder.mjs";

const batch = 256;
const encoded = 512;

/** What words mean in English: the encoder's vectors along their `dimensions` strongest axes. */
export async function wordsByMeaning(words, dimensions) {
  const encode = await loadSentenceEncoder();
  const vectors = new Float32Array(words.length * encoded);
  for (let start = 0; start < words.length; start += batch) {
    const rows = await encode(words.slice(start, start + batch));
    for (const [index, row] of rows.entries()) vectors.set(row, (start + index) * encoded);
  }
  centre(vectors, words.length);
  const covariance = covarianceOf(vectors, words.length);
  const { rows: axes } = principalAxes({
    size: encoded,
    count: dimensions,
    rounds: 40,
    apply: (axis) => multiply(axis, covariance, dimensions),
  });
  return project(vectors, axes, { count: words.length, dimensions });
}

function centre(vectors, count) {
  const mean = new Float64Array(encoded);
  for (let index = 0; index < vectors.length; index += 1) mean[index % encoded] += vectors[index] / count;
  for (let index = 0; index < vectors.length; index += 1) vectors[index] -= mean[index % encoded];
}

function covarianceOf(vectors, count) {
  const covariance = new Float64Array(encoded * encoded);
  for (let row = 0; row < count; row += 1) {
    const vector = vectors.subarray(row * encoded, (row + 1) * encoded);
    for (let left = 0; left < encoded; left += 1) {
      const value = vector[left];
      for (let right = 0; right < encoded; right += 1) covariance[left * encoded + right] += value * vector[right];
    }
  }
  return covariance;
}

function multiply(rows, matrix, count) {
  const product = new Float64Array(rows.length);
  for (let row = 0; row < count; row += 1) {
    for (let inner = 0; inner < encoded; inner += 1) {
      const value = rows[row * encoded + inner];
      for (let at = 0; at < encoded; at += 1) product[row * encoded + at] += value * matrix[inner * encoded + at];
    }
  }
  return product;
}

function project(vectors, axes, { count, dimensions }) {
  const projected = new Float32Array(count * dimensions);
  for (let row = 0; row < count; row += 1) {
    for (let axis = 0; axis < dimensions; axis += 1) {
      let sum = 0;
      for (let at = 0; at < encoded; at += 1) sum += vectors[row * encoded + at] * axes[axis * encoded + at];
      projected[row * dimensions + axis] = sum;
    }
  }
  return projected;
}
