import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { expect, test } from "vitest";
import { exactMcNemar } from "./binomial.ts";
import { detectableDifference, mcNemarPower } from "./power.ts";

const discordance = 0.15;

/** `rough` figures are published approximations, good to two points; `exact` is the sum over all outcomes. */
const figures = [
  { exercises: 225, difference: 0.08, rough: 0.87, exact: 0.857 },
  { exercises: 225, difference: 0.05, rough: 0.41, exact: 0.424 },
  { exercises: 100, difference: 0.1, rough: 0.68, exact: 0.695 },
  { exercises: 50, difference: 0.1, rough: 0.32, exact: 0.302 },
];

test.each(figures)("$exercises exercises detect a difference of $difference with a probability of $exact", (figure) => {
  const power = mcNemarPower({ exercises: figure.exercises, discordance }, figure.difference);
  expect(power).toBeCloseTo(figure.exact, 3);
  expect(Math.abs(power - figure.rough)).toBeLessThan(0.02);
});

test.each(figures)(
  "simulated runs of $exercises exercises detect $difference as often",
  ({ exercises, difference }) => {
    const power = mcNemarPower({ exercises, discordance }, difference);
    const rounds = 4000;
    const found = simulate({ exercises, difference, rounds });
    const standardError = Math.sqrt((power * (1 - power)) / rounds);
    expect(Math.abs(found - power)).toBeLessThan(4 * standardError);
  },
);

test("without a difference there are at most 5 % false positives", () => {
  for (const exercises of [6, 34, 225, 1000]) {
    expect(mcNemarPower({ exercises, discordance }, 0)).toBeLessThanOrEqual(0.05);
  }
});

test("power grows with exercises and difference, in either direction", () => {
  const design = { exercises: 100, discordance };
  expect(mcNemarPower(design, 0.05)).toBeLessThan(mcNemarPower(design, 0.06));
  expect(mcNemarPower(design, 0.05)).toBeLessThan(mcNemarPower({ exercises: 150, discordance }, 0.05));
  expect(mcNemarPower(design, -0.05)).toBe(mcNemarPower(design, 0.05));
});

test("the detectable difference is the smallest with a power of 80 %", () => {
  for (const exercises of [10, 34, 225]) {
    const smallest = detectableDifference({ exercises, discordance }) ?? Number.NaN;
    expect(mcNemarPower({ exercises, discordance }, smallest)).toBeGreaterThanOrEqual(0.8);
    expect(mcNemarPower({ exercises, discordance }, smallest - 0.001)).toBeLessThan(0.8);
  }
});

test("fewer than six exercises cannot show any difference", () => {
  expect(detectableDifference({ exercises: 5, discordance })).toBeNull();
  expect(detectableDifference({ exercises: 0, discordance })).toBeNull();
  expect(detectableDifference({ exercises: 6, discordance })).toBeGreaterThan(0.9);
});

test("very large runs show very small differences", () => {
  expect(detectableDifference({ exercises: 22_500, discordance: 0.3 })).toBeCloseTo(0.0103, 3);
});

test("runs that agree on everything could still have shown a difference", () => {
  expect(detectableDifference({ exercises: 225, discordance: 0 })).toBeCloseTo(0.035, 2);
});

function simulate({ exercises, difference, rounds }: { exercises: number; difference: number; rounds: number }) {
  const random = xoroshiro128plus(7);
  const gainedBelow = (discordance + difference) / 2;
  let significant = 0;
  for (let round = 0; round < rounds; round += 1) {
    let gained = 0;
    let lost = 0;
    for (let exercise = 0; exercise < exercises; exercise += 1) {
      const draw = uniformInt(random, 0, 999_999) / 1_000_000;
      if (draw < gainedBelow) gained += 1;
      else if (draw < discordance) lost += 1;
    }
    if (exactMcNemar({ lost, gained }) <= 0.05) significant += 1;
  }
  return significant / rounds;
}
