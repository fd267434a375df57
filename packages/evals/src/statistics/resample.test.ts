import { deviation, mean } from "d3-array";
import * as fc from "fast-check";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { expect, test } from "vitest";
import { exactMcNemar } from "./binomial.ts";
import { bootstrapMean, signFlipTest } from "./resample.ts";

const pairs = (counts: { gained: number; lost: number; same: number }) => [
  ...Array.from({ length: counts.gained }, () => 1),
  ...Array.from({ length: counts.lost }, () => -1),
  ...Array.from({ length: counts.same }, () => 0),
];

test("the same values always give the same interval", () => {
  const values = pairs({ gained: 20, lost: 8, same: 100 });
  expect(bootstrapMean(values)).toEqual(bootstrapMean(values));
  expect(signFlipTest(values)).toBe(signFlipTest(values));
});

test("the bootstrap interval matches the normal distribution for large samples", () => {
  const values = pairs({ gained: 120, lost: 60, same: 320 });
  const middle = mean(values) ?? 0;
  const half = (1.96 * (deviation(values) ?? 0)) / Math.sqrt(values.length);
  const interval = bootstrapMean(values);
  expect(interval?.low).toBeCloseTo(middle - half, 2);
  expect(interval?.high).toBeCloseTo(middle + half, 2);
});

test("the bootstrap interval stays within the range of the values", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 2, maxLength: 8 }), (values) => {
      fc.pre(new Set(values).size > 1);
      const interval = bootstrapMean(values) ?? { low: -2, high: 2 };
      expect(interval.low).toBeGreaterThanOrEqual(Math.min(...values) - 1e-12);
      expect(interval.high).toBeLessThanOrEqual(Math.max(...values) + 1e-12);
      expect(interval.low).toBeLessThanOrEqual(interval.high);
    }),
    { numRuns: 20 },
  );
});

test("identical values have no interval", () => {
  expect(bootstrapMean([1, 1, 1])).toBeNull();
  expect(bootstrapMean([0.5])).toBeNull();
  expect(bootstrapMean([])).toBeNull();
});

test.each([
  { gained: 3, lost: 12 },
  { gained: 6, lost: 0 },
  { gained: 5, lost: 5 },
  { gained: 40, lost: 22 },
])("with one try each, sign flips match McNemar's test: $gained and $lost", (counts) => {
  const p = signFlipTest(pairs({ ...counts, same: 30 }));
  const exact = exactMcNemar(counts);
  expect(Math.abs(p - exact)).toBeLessThan(4 * Math.sqrt((exact * (1 - exact)) / 10_000) + 2e-4);
});

test("the order of runs does not matter", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 40 }), (thirds) => {
      const differences = thirds.map((third) => third / 3);
      expect(signFlipTest(differences.map((difference) => -difference))).toBe(signFlipTest(differences));
    }),
    { numRuns: 20 },
  );
});

test("at most 5 % false positives by sign flips, more by the bootstrap interval with few differences", () => {
  const random = xoroshiro128plus(11);
  const rounds = 150;
  let flipping = 0;
  let bootstrapping = 0;
  for (let round = 0; round < rounds; round += 1) {
    // No true difference: 20 exercises, of which 30 % end differently, equally often in either direction.
    const differences = Array.from({ length: 20 }, () => {
      const draw = uniformInt(random, 0, 99);
      return draw < 15 ? 1 : draw < 30 ? -1 : 0;
    });
    const interval = bootstrapMean(differences) ?? { low: 0, high: 0 };
    if (signFlipTest(differences) <= 0.05) flipping += 1;
    if (interval.low > 0 || interval.high < 0) bootstrapping += 1;
  }
  expect(flipping / rounds).toBeLessThanOrEqual(0.05);
  expect(bootstrapping).toBeGreaterThan(flipping);
});
