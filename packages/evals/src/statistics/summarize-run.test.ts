import { expect, test } from "vitest";
import { metrics, oneTrialEach, run, trial, trials } from "../../test/eval-runs.ts";
import { summarizeRun } from "./summarize-run.ts";

const mixed = trials({
  "go/a": "p",
  "go/b": "f",
  "java/a": "c",
  "java/b": "l",
  "rust/a": "e",
  "rust/b": "w",
  "rust/c": "p",
  "rust/d": "n",
  "rust/e": "u",
});

test("every trial is counted once; only scored trials are in the denominator", () => {
  const { counts, passRate, trials: total } = summarizeRun({ run: run(), trials: mixed });
  expect(counts).toEqual({ passed: 3, failed: 1, limit: 1, voided: 1, excluded: 1, error: 1, unfinished: 1 });
  expect(total).toBe(9);
  expect(passRate).toMatchObject({ passed: 3, scored: 6, rate: 0.5 });
});

test("flags are listed, and only a voided pass does not count as passed", () => {
  const summary = summarizeRun({ run: run(), trials: mixed });
  expect(summary.voided).toEqual([{ exercise: "java/a", iteration: 1, flags: ["altered-tests: two_fer_test.go"] }]);
  expect(summary.flagged).toEqual([{ exercise: "rust/d", iteration: 1, flags: ["adds-config: own_test.go"] }]);
  expect(summary.excluded).toMatchObject([{ language: "rust", exercise: "e", scored: 0 }]);
});

test("flags on a failed trial have no effect", () => {
  const failed = trial({ verdict: "failed", flags: ["edited a test"] });
  expect(summarizeRun({ run: run(), trials: [failed] })).toMatchObject({
    counts: { failed: 1, voided: 0 },
    flagged: [],
  });
});

test("languages are in order, each with its own rate", () => {
  const { languages } = summarizeRun({ run: run(), trials: mixed });
  expect(languages.map(({ language, passRate }) => [language, passRate.passed, passRate.scored])).toEqual([
    ["go", 1, 2],
    ["java", 0, 2],
    ["rust", 2, 2],
  ]);
});

test("errors are grouped by code, most frequent first", () => {
  const other = trial({ verdict: "error", error: { code: "out_of_memory", message: "3 GB are used up" } });
  const { errors } = summarizeRun({ run: run(), trials: [other, ...trials({ "go/a": "ee", "go/b": "e" })] });
  expect(errors).toEqual([
    { code: "toolchain_missing", message: "go is not installed", trials: 3, exercises: ["go/a", "go/b"] },
    { code: "out_of_memory", message: "3 GB are used up", trials: 1, exercises: ["go/two-fer"] },
  ]);
});

test("an exercise is flaky if it passed and failed; errors do not count", () => {
  const { flakes } = summarizeRun({
    run: run({ request: { iterations: 3 } }),
    trials: trials({
      "go/always": "ppp",
      "go/never": "fff",
      "go/sometimes": "pfp",
      "go/broken": "ppe",
      "go/slow": "lpl",
    }),
  });
  expect(flakes.map(({ exercise, passed, scored }) => [exercise, passed, scored])).toEqual([
    ["slow", 1, 3],
    ["sometimes", 2, 3],
  ]);
});

test("several iterations: pass@k and pass^k over the exercises with enough of them", () => {
  const { repeatedTries } = summarizeRun({
    run: run(),
    trials: trials({ "go/a": "ppfff", "go/b": "pppp", "go/c": "e" }),
  });
  expect(repeatedTries.map(({ k, exercises }) => [k, exercises])).toEqual([
    [1, 2],
    [2, 2],
    [3, 2],
    [4, 2],
    [5, 1],
  ]);
  expect(repeatedTries[1]?.passAtK.rate).toBeCloseTo((0.7 + 1) / 2, 12);
  expect(repeatedTries[1]?.passHatK.rate).toBeCloseTo((0.1 + 1) / 2, 12);
  expect(summarizeRun({ run: run(), trials: oneTrialEach("pf") }).repeatedTries).toEqual([]);
});

test("cost per solved exercise: the cost of scored trials divided by the number that passed", () => {
  const paid = (letter: "passed" | "failed" | "error", cost: number | null) =>
    trial({ verdict: letter, metrics: metrics({ cost }) });
  const all = [paid("passed", 0.1), paid("passed", 0.3), paid("failed", 0.6), paid("error", 5)];
  const { spending } = summarizeRun({ run: run(), trials: all });
  expect(spending.perSolved).toBeCloseTo(0.5, 12);
  expect(spending.perTrial).toBeCloseTo(1 / 3, 12);
  expect(spending.total).toBeCloseTo(6, 12);
  expect(spending).toMatchObject({ pricedTrials: 4, unpricedTrials: 0, tokensIn: 4000, tokensOut: 400 });
});

test("an unknown price and no solved exercise give no cost per solved", () => {
  const unpriced = trial({ metrics: metrics({ cost: null }) });
  expect(summarizeRun({ run: run(), trials: [trial(), unpriced] }).spending).toMatchObject({
    perSolved: null,
    perTrial: null,
    total: 0.01,
    unpricedTrials: 1,
  });
  expect(summarizeRun({ run: run(), trials: oneTrialEach("ff") }).spending).toMatchObject({
    perSolved: null,
    perTrial: 0.01,
  });
});

test("durations of scored trials, by outcome", () => {
  const took = (verdict: "passed" | "failed" | "error", duration: number) =>
    trial({ verdict, metrics: metrics({ duration }) });
  const { durations } = summarizeRun({
    run: run(),
    trials: [took("passed", 1000), took("passed", 3000), took("failed", 9000), took("error", 99_000)],
  });
  expect(durations.all).toMatchObject({ count: 3, min: 1000, median: 3000, max: 9000 });
  expect(durations.passed).toMatchObject({ count: 2, median: 2000 });
  expect(durations.notPassed).toMatchObject({ count: 1, median: 9000 });
});

test("tools are summed, by number of failures", () => {
  const used = (toolUsage: Record<string, { attempts: number; failures: number }>) =>
    trial({ metrics: metrics({ toolUsage }) });
  const { tools } = summarizeRun({
    run: run(),
    trials: [
      used({ read_file: { attempts: 5, failures: 0 }, apply_diff: { attempts: 3, failures: 1 } }),
      used({ apply_diff: { attempts: 4, failures: 2 }, browser: { attempts: 1, failures: 0 } }),
    ],
  });
  expect(tools).toEqual([
    { tool: "apply_diff", attempts: 7, failures: 3 },
    { tool: "browser", attempts: 1, failures: 0 },
    { tool: "read_file", attempts: 5, failures: 0 },
  ]);
});

test("a run without scored trials has no rate", () => {
  expect(summarizeRun({ run: run(), trials: [] })).toMatchObject({
    passRate: { rate: null },
    languages: [],
    durations: { all: null },
  });
  expect(summarizeRun({ run: run(), trials: oneTrialEach("eew") })).toMatchObject({
    passRate: { rate: null, scored: 0 },
  });
});
