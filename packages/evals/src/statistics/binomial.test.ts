import * as fc from "fast-check";
import { expect, test } from "vitest";
import { binomialAtMost, binomialProbability, logFactorial } from "./binomial.ts";

const fewTrials = fc.integer({ min: 0, max: 400 });
const anyProbability = fc.double({ min: 0, max: 1, noNaN: true });

test("chances are those of exact arithmetic", () => {
  fc.assert(
    fc.property(fewTrials, fc.nat(), (trials, seed) => {
      const successes = seed % (trials + 1);
      const exact = Number((choose(trials, successes) * 10n ** 30n) / 2n ** BigInt(trials)) / 1e30;
      const probability = binomialProbability({ trials, probability: 0.5 }, successes);
      expect(Math.abs(probability - exact)).toBeLessThan(1e-11 * exact + 1e-29);
    }),
  );
});

test("the factorial of a large number has the digits of its own logarithm", () => {
  expect(logFactorial(0)).toBe(0);
  expect(logFactorial(10)).toBeCloseTo(Math.log(3_628_800), 13);
  // Stirling's series is exact to all digits there are.
  const n = 100_000;
  const stirling = n * Math.log(n) - n + 0.5 * Math.log(2 * Math.PI * n) + 1 / (12 * n);
  expect(Math.abs(logFactorial(n) / stirling - 1)).toBeLessThan(1e-14);
});

test("chances add up to one, and mirror each other", () => {
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

test("what cannot happen has no chance, and what is no count is refused", () => {
  expect(binomialProbability({ trials: 3, probability: 0.2 }, 4)).toBe(0);
  expect(binomialProbability({ trials: 3, probability: 0.2 }, -1)).toBe(0);
  expect(() => logFactorial(2.5)).toThrow("whole numbers");
  expect(() => logFactorial(-1)).toThrow("whole numbers");
});

function choose(n: number, k: number): bigint {
  let result = 1n;
  for (let step = 1; step <= k; step += 1) result = (result * BigInt(n - k + step)) / BigInt(step);
  return result;
}
