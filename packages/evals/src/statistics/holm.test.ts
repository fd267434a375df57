import * as fc from "fast-check";
import { expect, test } from "vitest";
import { holm } from "./holm.ts";

const pValues = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });

test("the smallest is multiplied by their number, and the order is kept", () => {
  expect(holm([0.01, 0.04, 0.03, 0.005])).toEqual([0.03, 0.06, 0.06, 0.02]);
  expect(holm([0.4, 0.9])).toEqual([0.8, 0.9]);
  expect(holm([0.2])).toEqual([0.2]);
  expect(holm([])).toEqual([]);
});

test("corrected values keep the order, never shrink, and never exceed Bonferroni's correction", () => {
  fc.assert(
    fc.property(pValues, (pValueList) => {
      const adjusted = holm(pValueList);
      for (const [index, p] of pValueList.entries()) {
        const own = adjusted[index] ?? Number.NaN;
        expect(own).toBeGreaterThanOrEqual(p);
        expect(own).toBeLessThanOrEqual(Math.min(1, p * pValueList.length));
        const ofLarger = adjusted.filter((_, other) => (pValueList[other] ?? 0) >= p);
        expect(own).toBe(Math.min(...ofLarger));
      }
    }),
  );
});

test("a correction does not depend on the position of a p-value", () => {
  fc.assert(
    fc.property(pValues, (pValueList) => {
      expect(holm(pValueList.toReversed())).toEqual(holm(pValueList).toReversed());
    }),
  );
});
