import * as fc from "fast-check";
import { expect, test } from "vitest";
import { holm } from "./holm.ts";

const pValues = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });

test("the smallest is multiplied by how many there are, and none overtakes a larger one", () => {
  expect(holm([0.01, 0.04, 0.03, 0.005])).toEqual([0.03, 0.06, 0.06, 0.02]);
  expect(holm([0.4, 0.9])).toEqual([0.8, 0.9]);
  expect(holm([0.2])).toEqual([0.2]);
  expect(holm([])).toEqual([]);
});

test("the order stays, nothing gets smaller, nothing exceeds Bonferroni's correction", () => {
  fc.assert(
    fc.property(pValues, (given) => {
      const adjusted = holm(given);
      for (const [index, p] of given.entries()) {
        const own = adjusted[index] ?? Number.NaN;
        expect(own).toBeGreaterThanOrEqual(p);
        expect(own).toBeLessThanOrEqual(Math.min(1, p * given.length));
        const ofLarger = adjusted.filter((_, other) => (given[other] ?? 0) >= p);
        expect(own).toBe(Math.min(...ofLarger));
      }
    }),
  );
});

test("a correction follows its p-value wherever it stands", () => {
  fc.assert(
    fc.property(pValues, (given) => {
      expect(holm(given.toReversed())).toEqual(holm(given).toReversed());
    }),
  );
});
