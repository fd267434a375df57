import { mean } from "d3-array";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { binomialProbability } from "./binomial.ts";
import { wilsonInterval } from "./wilson.ts";

test.each([
  { passed: 20, trials: 34, low: 0.422, high: 0.736 },
  { passed: 135, trials: 225, low: 0.535, high: 0.662 },
  { passed: 180, trials: 225, low: 0.743, high: 0.847 },
  { passed: 50, trials: 100, low: 0.404, high: 0.596 },
  { passed: 0, trials: 30, low: 0, high: 0.114 },
  { passed: 30, trials: 30, low: 0.886, high: 1 },
])("$passed of $trials is between $low and $high", ({ passed, trials, low, high }) => {
  const interval = wilsonInterval({ passed, trials });
  expect(interval?.low).toBeCloseTo(low, 3);
  expect(interval?.high).toBeCloseTo(high, 3);
});

test("nothing tried says nothing", () => {
  expect(wilsonInterval({ passed: 0, trials: 0 })).toBeNull();
});

test("the interval holds the rate and mirrors with it", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), fc.nat(), (trials, seed) => {
      const passed = seed % (trials + 1);
      const interval = wilsonInterval({ passed, trials }) ?? { low: 2, high: -1 };
      const mirrored = wilsonInterval({ passed: trials - passed, trials });
      expect(interval.low).toBeLessThanOrEqual(passed / trials);
      expect(interval.high).toBeGreaterThanOrEqual(passed / trials);
      expect(mirrored?.low).toBeCloseTo(1 - interval.high, 12);
    }),
  );
});

test("it holds the true rate in about 95 of 100 runs, whatever the rate", () => {
  const rates = Array.from({ length: 99 }, (_, index) => (index + 1) / 100);
  for (const trials of [10, 34, 50, 225]) {
    const coverages = rates.map((rate) => coverage(trials, rate));
    expect(mean(coverages)).toBeGreaterThan(0.945);
    expect(mean(coverages)).toBeLessThan(0.965);
    expect(Math.min(...coverages)).toBeGreaterThan(0.83);
  }
});

/** Exact: over all counts that can come out, those whose interval holds the rate. */
function coverage(trials: number, rate: number): number {
  let held = 0;
  for (let passed = 0; passed <= trials; passed += 1) {
    const interval = wilsonInterval({ passed, trials }) ?? { low: 2, high: -1 };
    if (interval.low <= rate && rate <= interval.high) {
      held += binomialProbability({ trials, probability: rate }, passed);
    }
  }
  return held;
}
