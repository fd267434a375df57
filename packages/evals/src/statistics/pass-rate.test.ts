import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { expect, test } from "vitest";
import { wilsonInterval } from "./binomial.ts";
import { passRate } from "./pass-rate.ts";

const repeat = (count: number, passed: number, scored: number) =>
  Array.from({ length: count }, () => ({ passed, scored }));

test("with one try each, it is Wilson's interval", () => {
  const rate = passRate([...repeat(20, 1, 1), ...repeat(14, 0, 1)]);
  expect(rate).toMatchObject({ passed: 20, scored: 34, exercises: 34, effectiveTrials: 34, rate: 20 / 34 });
  expect(rate.interval).toEqual(wilsonInterval({ passed: 20, trials: 34 }));
});

test("iterations that always end the same count as one trial per exercise", () => {
  const once = passRate([...repeat(20, 1, 1), ...repeat(14, 0, 1)]);
  const fiveTimes = passRate([...repeat(20, 5, 5), ...repeat(14, 0, 5)]);
  expect(fiveTimes).toMatchObject({ passed: 100, scored: 170, exercises: 34, effectiveTrials: 34 });
  expect(fiveTimes.interval).toEqual(once.interval);
});

test("if all trials passed, iterations are taken to be identical", () => {
  expect(passRate(repeat(30, 3, 3))).toMatchObject({ effectiveTrials: 30, interval: { high: 1 } });
});

test("independent iterations count as one trial each, and never more", () => {
  expect(passRate(repeat(10, 2, 4)).effectiveTrials).toBe(40);
  expect(passRate([...repeat(5, 2, 4), ...repeat(5, 1, 4), ...repeat(5, 3, 4)]).effectiveTrials).toBe(60);
});

test("exercises without a scored trial are not in the denominator; without any there is no rate", () => {
  expect(passRate([...repeat(1, 1, 1), ...repeat(3, 0, 0)])).toMatchObject({ scored: 1, exercises: 1, rate: 1 });
  expect(passRate(repeat(3, 0, 0))).toMatchObject({ scored: 0, exercises: 0, rate: null, interval: null });
});

test("with exercises of different difficulty it contains the true rate, where an unclustered interval does not", () => {
  const random = xoroshiro128plus(3);
  const chance = () => uniformInt(random, 0, 999_999) / 1_000_000;
  const rounds = 2000;
  let clustered = 0;
  let single = 0;
  for (let round = 0; round < rounds; round += 1) {
    // Difficulty is uniform, so the true rate is one half.
    const results = Array.from({ length: 40 }, () => {
      const difficulty = chance();
      return { scored: 5, passed: Array.from({ length: 5 }, chance).filter((draw) => draw < difficulty).length };
    });
    const rate = passRate(results);
    if (containsHalf(rate.interval)) clustered += 1;
    if (containsHalf(wilsonInterval({ passed: rate.passed, trials: rate.scored }))) single += 1;
  }
  expect(clustered / rounds).toBeGreaterThan(0.93);
  expect(clustered / rounds).toBeLessThan(0.97);
  expect(single / rounds).toBeLessThan(0.85);
});

function containsHalf(interval: { low: number; high: number } | null): boolean {
  return interval !== null && interval.low <= 0.5 && 0.5 <= interval.high;
}
