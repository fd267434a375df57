import type { EvalTrial } from "@roo-code/types";
import { expect, test } from "vitest";
import { metrics, oneTrialEach, run, trials } from "../../test/eval-runs.ts";
import { compareRuns, planRun, summarizeRun } from "../statistics/index.ts";
import { describeComparison } from "./describe-comparison.ts";
import { describePlan, describeRun } from "./describe-run.ts";

const names = { baseline: "A", candidate: "B" };
const compared = (before: readonly EvalTrial[], after: readonly EvalTrial[]) =>
  describeComparison(compareRuns({ run: run(), trials: before }, { run: run(), trials: after }), names);

test("a run: the rate with its denominator, and trials that are counted separately", () => {
  const summary = summarizeRun({ run: run({ status: "cancelled" }), trials: oneTrialEach("ppnfceuw") });
  expect(describeRun(summary)).toEqual([
    "3 of 5 scored trials passed: 60.0 % (95 % interval 23.1 to 88.2 %).",
    "1 pass is void, because the tests were tampered with, and counted as not passed.",
    "1 passed trial is flagged for review, and counts as passed.",
    "1 exercise passes without any change and is not scored: go/e7.",
    "1 trial failed with an error, which is not the agent's fault and is not scored.",
    "1 trial is not finished (the run is cancelled), so these figures are not final.",
  ]);
});

test("a run of several iterations mentions that they are not independent", () => {
  const summary = summarizeRun({ run: run(), trials: trials({ "go/a": "pp", "go/b": "ff" }) });
  expect(describeRun(summary)[1]).toContain("iterations of 2 exercises");
});

test("a run without a scored trial", () => {
  expect(describeRun(summarizeRun({ run: run(), trials: [] }))).toEqual([
    "No trial is scored, so there is no pass rate.",
  ]);
});

test("before a run starts: what it can show", () => {
  expect(describePlan(planRun({ exercises: 225, iterations: 1 }))).toEqual([
    "225 exercises × 1 iteration = 225 trials. A pass rate near one half will be known to ± 6.5 points (95 % interval).",
    "Compared with another run on the same exercises, no difference below 7.5 points is detectable (with a power of 80 %).",
    "The chance to detect 5 points is 42.4 %, 10 points is 97.7 %, 15 points is 100.0 %, 20 points is 100.0 % (assuming that 15.0 % of the exercises end differently in the two runs).",
  ]);
  expect(describePlan(planRun({ exercises: 4, iterations: 1 }))[1]).toContain("cannot show any difference");
  expect(describePlan(planRun({ exercises: 10, iterations: 3 }))[2]).toContain("have a correlation of 0.5");
  expect(describePlan(planRun({ exercises: 0, iterations: 1 }))).toEqual(["0 exercises × 1 iteration = 0 trials."]);
});

test("a significant difference", () => {
  const sentences = compared(oneTrialEach("f".repeat(10) + "pp"), oneTrialEach("p".repeat(12)));
  expect(sentences[0]).toBe(
    "B passes more than A: 100.0 % against 16.7 % on 12 shared exercises, +83.3 points (95 % interval +40.6 to +100.0), p = 0.0020.",
  );
  expect(sentences[1]).toBe(
    "B does better on 10, worse on 0, and the same on 2 of them (2 solved by both, 0 by neither).",
  );
});

test("no significant difference, and the smallest that would have been", () => {
  const sentences = compared(oneTrialEach("pf".repeat(10)), oneTrialEach(`fp${"pf".repeat(9)}`));
  expect(sentences[0]).toMatch(
    /^No significant difference between A and B: 50.0 % against 50.0 % on 20 shared exercises, 0.0 points/,
  );
  expect(sentences[2]).toMatch(/^With these 20 exercises no difference below \d+\.\d points is detectable/);
});

test("too few exercises to show anything, or none", () => {
  expect(compared(oneTrialEach("ppp"), oneTrialEach("fff"))[2]).toBe(
    "With so few exercises not even the largest difference is detectable.",
  );
  expect(compared(oneTrialEach("p", "go"), oneTrialEach("p", "java"))).toEqual([
    "The two runs have no scored exercise in common, so nothing can be compared.",
  ]);
});

test("differences in cost and excluded exercises are described as well", () => {
  const costing = (costs: readonly number[]) =>
    oneTrialEach("p".repeat(costs.length)).map((trial, index) => ({
      ...trial,
      metrics: metrics({ cost: costs[index] ?? 0, duration: 1000 + 100 * index * (costs[0] ?? 0) }),
    }));
  const sentences = compared(costing([1, 2, 3, 4]), [...costing([3, 3, 4, 6]), ...trials({ "go/new": "p" })]);
  expect(sentences).toContainEqual(expect.stringMatching(/^B costs more than A: \+\$1\.50 per trial/));
  expect(sentences).toContainEqual("Excluded, because only one run has a scored trial: 0 of A, 1 of B.");
});
