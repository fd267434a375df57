/** Deterministic: the same input gives the same asset. */
export function randomNumbers(seed) {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/**
 * The strongest `count` eigenvectors of a symmetric operator on `size` numbers, by subspace iteration. `apply` takes
 * and returns `count` rows of `size` numbers. Rows of length 1, strongest first, and their eigenvalues.
 */
export function principalAxes({ size, count, rounds, apply }) {
  const random = randomNumbers(12345);
  let rows = Float64Array.from({ length: size * count }, () => random() - 0.5);
  for (let round = 0; round < rounds; round += 1) {
    orthonormalize(rows, size, count);
    rows = apply(rows);
  }
  return { values: orthonormalize(rows, size, count), rows };
}

function orthonormalize(rows, size, count) {
  return Array.from({ length: count }, (_, index) => {
    const row = rows.subarray(index * size, (index + 1) * size);
    for (let before = 0; before < index; before += 1) {
      const other = rows.subarray(before * size, (before + 1) * size);
      let dot = 0;
      for (let at = 0; at < size; at += 1) dot += row[at] * other[at];
      for (let at = 0; at < size; at += 1) row[at] -= dot * other[at];
    }
    const length = lengthOf(row) || 1;
    for (let at = 0; at < size; at += 1) row[at] /= length;
    return length;
  });
}

function lengthOf(row) {
  let sum = 0;
  for (const value of row) sum += value * value;
  return Math.sqrt(sum);
}
