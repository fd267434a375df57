import { mean } from "d3-array";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { binomialAtMost, binomialProbability, exactMcNemar, logFactorial, wilsonInterval } from "./binomial.ts";

const fewTrials = fc.integer({ min: 0, max: 400 });
const anyProbability = fc.double({ min: 0, max: 1, noNaN: true });

test("probabilities match exact arithmetic", () => {
  fc.assert(
    fc.property(fewTrials, fc.nat(), (trials, seed) => {
      const successes = seed % (trials + 1);
      const exact = Number((choose(trials, successes) * 10n ** 30n) / 2n ** BigInt(trials)) / 1e30;
      const probability = binomialProbability({ trials, probability: 0.5 }, successes);
      expect(Math.abs(probability - exact)).toBeLessThan(1e-11 * exact + 1e-29);
    }),
  );
});

test("logarithms of large factorials are exact", () => {
  expect(logFactorial(0)).toBe(0);
  expect(logFactorial(10)).toBeCloseTo(Math.log(3_628_800), 13);
  // Stirling's series is exact to all digits for this size.
  const n = 100_000;
  const stirling = n * Math.log(n) - n + 0.5 * Math.log(2 * Math.PI * n) + 1 / (12 * n);
  expect(Math.abs(logFactorial(n) / stirling - 1)).toBeLessThan(1e-14);
});

test("probabilities sum to one and are symmetric", () => {
  fc.assert(
    fc.property(fewTrials, anyProbability, fc.nat(), (trials, probability, seed) => {
      const successes = seed % (trials + 1);
      expect(binomialAtMost({ trials, probability }, trials)).toBeCloseTo(1, 10);
      expect(binomialProbability({ trials, probability }, successes)).toBeCloseTo(
        binomialProbability({ trials, probability: 1 - probability }, trials - successes),
        10,
      );
    }),
  );
});

test("impossible counts have probability zero, and invalid counts throw", () => {
  expect(binomialProbability({ trials: 3, probability: 0.2 }, 4)).toBe(0);
  expect(binomialProbability({ trials: 3, probability: 0.2 }, -1)).toBe(0);
  expect(() => logFactorial(2.5)).toThrow("non-negative integer");
  expect(() => logFactorial(-1)).toThrow("non-negative integer");
});

function choose(n: number, k: number): bigint {
  let result = 1n;
  for (let step = 1; step <= k; step += 1) result = (result * BigInt(n - k + step)) / BigInt(step);
  return result;
}

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

test("there is no interval without trials", () => {
  expect(wilsonInterval({ passed: 0, trials: 0 })).toBeNull();
});

test("the interval contains the rate and is symmetric", () => {
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

test("it contains the true rate in about 95 of 100 runs, for any rate", () => {
  const rates = Array.from({ length: 99 }, (_, index) => (index + 1) / 100);
  for (const trials of [10, 34, 50, 225]) {
    const coverages = rates.map((rate) => coverage(trials, rate));
    expect(mean(coverages)).toBeGreaterThan(0.945);
    expect(mean(coverages)).toBeLessThan(0.965);
    expect(Math.min(...coverages)).toBeGreaterThan(0.83);
  }
});

/** Exact: the probability of all counts whose interval contains the rate. */
function coverage(trials: number, rate: number): number {
  let covered = 0;
  for (let passed = 0; passed <= trials; passed += 1) {
    const interval = wilsonInterval({ passed, trials }) ?? { low: 2, high: -1 };
    if (interval.low <= rate && rate <= interval.high) {
      covered += binomialProbability({ trials, probability: rate }, passed);
    }
  }
  return covered;
}

test.each([
  { lost: 12, gained: 3, p: 0.0352 },
  { lost: 0, gained: 6, p: 0.03125 },
  { lost: 5, gained: 5, p: 1 },
  { lost: 0, gained: 0, p: 1 },
  { lost: 0, gained: 5, p: 0.0625 },
])("$lost lost and $gained gained: p = $p", ({ lost, gained, p }) => {
  expect(exactMcNemar({ lost, gained })).toBeCloseTo(p, 4);
});

test("the order of runs does not matter, and a more unequal split is never likelier", () => {
  const count = fc.integer({ min: 0, max: 300 });
  fc.assert(
    fc.property(count, count, (lost, gained) => {
      const p = exactMcNemar({ lost, gained });
      expect(exactMcNemar({ lost: gained, gained: lost })).toBe(p);
      expect(p).toBeGreaterThan(0);
      expect(p).toBeLessThanOrEqual(1);
      const [fewer, more] = [Math.min(lost, gained), Math.max(lost, gained)];
      expect(exactMcNemar({ lost: Math.max(0, fewer - 1), gained: more + 1 })).toBeLessThanOrEqual(p);
    }),
  );
});
