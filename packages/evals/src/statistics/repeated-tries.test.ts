import * as fc from "fast-check";
import { expect, test } from "vitest";
import { binomialProbability } from "./binomial.ts";
import { passAtK, passHatK } from "./repeated-tries.ts";

const twoOfFive = { scored: 5, passed: 2 };

test.each([
  { k: 1, atK: 0.4, hatK: 0.4 },
  { k: 2, atK: 0.7, hatK: 0.1 },
  { k: 3, atK: 0.9, hatK: 0 },
  { k: 5, atK: 1, hatK: 0 },
])("two of five: pass@$k is $atK, pass^$k is $hatK", ({ k, atK, hatK }) => {
  expect(passAtK(twoOfFive, k)).toBeCloseTo(atK, 12);
  expect(passHatK(twoOfFive, k)).toBeCloseTo(hatK, 12);
});

test("null for more tries than were made, and for none", () => {
  expect(passAtK(twoOfFive, 6)).toBeNull();
  expect(passHatK(twoOfFive, 6)).toBeNull();
  expect(passAtK(twoOfFive, 0)).toBeNull();
});

test("both are unbiased: their mean over all outcomes is the true probability", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }),
      fc.nat(),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (scored, seed, rate) => {
        const k = 1 + (seed % scored);
        let atK = 0;
        let hatK = 0;
        for (let passed = 0; passed <= scored; passed += 1) {
          const probability = binomialProbability({ trials: scored, probability: rate }, passed);
          atK += probability * (passAtK({ scored, passed }, k) ?? 0);
          hatK += probability * (passHatK({ scored, passed }, k) ?? 0);
        }
        expect(atK).toBeCloseTo(1 - (1 - rate) ** k, 9);
        expect(hatK).toBeCloseTo(rate ** k, 9);
      },
    ),
  );
});
