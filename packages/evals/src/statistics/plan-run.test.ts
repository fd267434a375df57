import { expect, test } from "vitest";
import { planRun } from "./plan-run.ts";

test("a plan of 225 exercises tried once", () => {
  const plan = planRun({ exercises: 225, iterations: 1 });
  expect(plan).toMatchObject({ exercises: 225, iterations: 1, trials: 225, discordance: 0.15 });
  expect(plan.precision).toBeCloseTo(0.065, 3);
  expect(plan.detectable).toBeCloseTo(0.075, 2);
  expect(plan.power.map(({ points }) => points)).toEqual([5, 10, 15, 20]);
  expect(plan.power[0]?.power).toBeCloseTo(0.424, 3);
});

test("iterations help, but less than additional exercises", () => {
  const once = planRun({ exercises: 50, iterations: 1 }).detectable ?? 0;
  const fourTimes = planRun({ exercises: 50, iterations: 4 }).detectable ?? 0;
  const fourTimesAsMany = planRun({ exercises: 200, iterations: 1 }).detectable ?? 0;
  expect(fourTimes).toBeLessThan(once);
  expect(fourTimes).toBeGreaterThan(fourTimesAsMany);
});

test("less discordant runs show smaller differences", () => {
  const byDefault = planRun({ exercises: 225, iterations: 1 }).detectable ?? 0;
  const lessDiscordant = planRun({ exercises: 225, iterations: 1, discordance: 0.05 }).detectable ?? 1;
  expect(lessDiscordant).toBeLessThan(byDefault);
});

test("a few exercises, or none, cannot show anything", () => {
  expect(planRun({ exercises: 3, iterations: 1 }).detectable).toBeNull();
  expect(planRun({ exercises: 0, iterations: 1 })).toMatchObject({ precision: null, detectable: null, trials: 0 });
});

test("planning a large run is fast", () => {
  expect(planRun({ exercises: 225, iterations: 100 }).detectable).toBeLessThan(0.06);
});
