import { expect, test } from "vitest";
import { binomialProbability } from "./binomial.ts";
import { pairedInterval } from "./paired-interval.ts";

test("adds one pair on either side, then uses the normal approximation", () => {
  // (11 − 4) / 102 ± 1.96 √((15/102 − (7/102)²) / 102)
  const interval = pairedInterval({ gained: 10, lost: 3, exercises: 100 });
  expect(interval.low).toBeCloseTo(-0.0046, 3);
  expect(interval.high).toBeCloseTo(0.1418, 3);
});

test("runs that agree on everything still have an interval", () => {
  const interval = pairedInterval({ gained: 0, lost: 0, exercises: 50 });
  expect(interval.low).toBeCloseTo(-interval.high, 12);
  expect(interval.high).toBeGreaterThan(0.03);
});

test.each([
  { exercises: 30, up: 0.1, down: 0.1 },
  { exercises: 34, up: 0.2, down: 0.05 },
  { exercises: 60, up: 0.05, down: 0.02 },
])("contains the true difference in about 95 of 100 runs: $up up and $down down of $exercises", (truth) => {
  expect(coverage(truth)).toBeGreaterThan(0.93);
});

/** Exact: over all possible pairs of counts. */
function coverage({ exercises, up, down }: { exercises: number; up: number; down: number }): number {
  let covered = 0;
  for (let gained = 0; gained <= exercises; gained += 1) {
    const probabilityOfGained = binomialProbability({ trials: exercises, probability: up }, gained);
    for (let lost = 0; lost <= exercises - gained; lost += 1) {
      const { low, high } = pairedInterval({ gained, lost, exercises });
      if (low > up - down || high < up - down) continue;
      covered +=
        probabilityOfGained * binomialProbability({ trials: exercises - gained, probability: down / (1 - up) }, lost);
    }
  }
  return covered;
}
