import * as fc from "fast-check";
import { expect, it } from "vitest";
import { quantize, VectorMatrix } from "./vector-matrix.ts";

const vector = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 8, maxLength: 8 });

it("finds the nearest as a direct comparison does, also after deletions", () => {
  fc.assert(
    fc.property(fc.array(vector, { minLength: 1, maxLength: 40 }), vector, (vectors, question) => {
      fc.pre(question.some(Boolean));
      const matrix = new VectorMatrix();
      for (const [id, values] of vectors.entries()) matrix.set(id, quantize(Float32Array.from(values)));
      for (let id = 0; id < vectors.length; id += 3) matrix.delete(id);
      const left = vectors.flatMap((values, id) => (id % 3 === 0 ? [] : { id, score: cosine(values, question) }));
      const found = matrix.nearest(Float32Array.from(question), vectors.length);
      for (const { id, score } of found) expect(score).toBeCloseTo(left.find((one) => one.id === id)?.score ?? 9, 1);
      expect(found.length).toBeGreaterThanOrEqual(left.filter(({ score }) => score > 0.05).length);
      expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).toSorted((a, b) => b - a));
    }),
    { numRuns: 60 },
  );
});

it("returns the best of many, limited to the given ids", () => {
  const matrix = new VectorMatrix();
  for (let id = 0; id < 3000; id += 1) matrix.set(id, quantize(Float32Array.of(id, 1000)));
  const question = Float32Array.of(1, 0);
  expect(matrix.nearest(question, 1)[0]?.id).toBeGreaterThan(2950);
  expect(
    matrix
      .nearest(question, 5, new Set([300, 400]))
      .map(({ id }) => id)
      .toSorted((left, right) => left - right),
  ).toEqual([300, 400]);
});

it("finds nothing near a vector of zeros or of another length", () => {
  const matrix = new VectorMatrix();
  matrix.set(1, quantize(Float32Array.of(1, 2)));
  matrix.set(2, quantize(Float32Array.of(1, 2, 3)));
  expect(matrix.size).toBe(1);
  expect(matrix.nearest(new Float32Array(2), 3)).toEqual([]);
  expect(matrix.nearest(Float32Array.of(1, 2, 3), 3)).toEqual([]);
});

function cosine(left: readonly number[], right: readonly number[]): number {
  const dot = left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
  return dot / (Math.hypot(...left) * Math.hypot(...right) || 1);
}
