import type { EvalTrial } from "@roo-code/types";
import { expect, test } from "vitest";
import { metrics, oneTrialEach, run, trials } from "../../test/eval-runs.ts";
import { compareRuns, compareWithFirst } from "./compare-runs.ts";

const withTrials = (ofRun: readonly EvalTrial[], id = 1) => ({ run: run({ id }), trials: ofRun });

/** 12 lost, 3 gained, 20 both, 10 neither. */
const before = "p".repeat(12) + "f".repeat(3) + "p".repeat(20) + "f".repeat(10);
const after = "f".repeat(12) + "p".repeat(3) + "p".repeat(20) + "f".repeat(10);

test("with one try each, discordant exercises are counted and tested by McNemar", () => {
  const { overall } = compareRuns(withTrials(oneTrialEach(before)), withTrials(oneTrialEach(after)));
  expect(overall).toMatchObject({
    exercises: 45,
    lost: 12,
    gained: 3,
    bothSolved: 20,
    neitherSolved: 10,
    sameOtherwise: 0,
    test: "mcnemar",
    discordance: 15 / 45,
  });
  expect(overall?.difference).toBeCloseTo(-9 / 45, 12);
  expect(overall?.p).toBeCloseTo(0.0352, 4);
  expect(overall?.adjustedP).toBe(overall?.p);
  expect(overall?.detectable).toBeGreaterThan(0.2);
});

test("swapping the runs only changes the sign", () => {
  const forward = compareRuns(withTrials(oneTrialEach(before)), withTrials(oneTrialEach(after)));
  const back = compareRuns(withTrials(oneTrialEach(after)), withTrials(oneTrialEach(before)));
  expect(back.overall?.difference).toBe(-(forward.overall?.difference ?? 0));
  expect(back.overall?.p).toBe(forward.overall?.p);
  expect(back.overall?.detectable).toBe(forward.overall?.detectable);
  expect(back.overall?.interval?.low).toBeCloseTo(-(forward.overall?.interval?.high ?? 0), 12);
});

test("only exercises with scored trials in both runs are compared; the others are listed", () => {
  const comparison = compareRuns(
    withTrials(trials({ "go/a": "p", "go/b": "p", "go/c": "e" })),
    withTrials(trials({ "go/a": "f", "go/c": "p", "go/d": "p" })),
  );
  expect(comparison.overall).toMatchObject({ exercises: 1, lost: 1, gained: 0 });
  expect(comparison.onlyBaseline).toEqual(["go/b"]);
  expect(comparison.onlyCandidate).toEqual(["go/c", "go/d"]);
});

test("runs without shared exercises are not compared", () => {
  const comparison = compareRuns(withTrials(trials({ "go/a": "p" })), withTrials(trials({ "java/a": "p" })));
  expect(comparison).toMatchObject({ overall: null, languages: [], flips: [], cost: null, duration: null });
});

test("a voided pass counts as not passed in either run", () => {
  const comparison = compareRuns(withTrials(trials({ "go/a": "p" })), withTrials(trials({ "go/a": "c" })));
  expect(comparison.overall).toMatchObject({ lost: 1 });
});

test("with several tries, rates are compared per exercise by bootstrap and sign flips", () => {
  const exercises = Array.from({ length: 24 }, (_, index) => `go/e${index}`);
  const all = (letters: (index: number) => string) =>
    trials(Object.fromEntries(exercises.map((key, index) => [key, letters(index)])));
  const { overall } = compareRuns(
    withTrials(all((index) => (index < 12 ? "pff" : "fff"))),
    withTrials(all((index) => (index < 16 ? "ppf" : "fff"))),
  );
  expect(overall).toMatchObject({ exercises: 24, gained: 16, lost: 0, neitherSolved: 8, test: "sign-flip" });
  expect(overall?.difference).toBeCloseTo((12 / 3 + (4 * 2) / 3) / 24, 12);
  expect(overall?.interval?.low).toBeGreaterThan(0.15);
  expect(overall?.interval?.high).toBeLessThan(0.4);
  expect(overall?.p).toBeLessThan(0.001);
});

test("the same comparison twice gives the same numbers", () => {
  const runs = [
    withTrials(trials({ "go/a": "ppf", "go/b": "fff" })),
    withTrials(trials({ "go/a": "fff", "go/b": "pff" })),
  ] as const;
  expect(compareRuns(...runs)).toEqual(compareRuns(...runs));
});

test("several identical tries still allow for a difference", () => {
  const always = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`go/e${index}`, "ppp"]));
  const { overall } = compareRuns(withTrials(trials(always)), withTrials(trials(always)));
  expect(overall).toMatchObject({ difference: 0, p: 1, bothSolved: 30 });
  expect(overall?.interval?.high).toBeGreaterThan(0.05);
  expect(overall?.detectable).toBeGreaterThan(0.1);
});

test("more iterations make smaller differences detectable, if iterations differ", () => {
  const exercises = Array.from({ length: 30 }, (_, index) => `go/e${index}`);
  const all = (letters: readonly string[]) =>
    trials(Object.fromEntries(exercises.map((key, index) => [key, letters[index % letters.length] ?? ""])));
  const once = compareRuns(withTrials(all(["p", "f", "p", "f"])), withTrials(all(["p", "p", "f", "f"])));
  const often = compareRuns(withTrials(all(["pfpf", "fpfp", "ppff"])), withTrials(all(["pppf", "pfff", "ffpp"])));
  expect(often.overall?.detectable).toBeLessThan(once.overall?.detectable ?? 0);
});

test("p-values of languages are corrected for their number", () => {
  const lost = "p".repeat(8);
  const comparison = compareRuns(
    withTrials([...oneTrialEach(lost, "go"), ...oneTrialEach("pfpf", "java"), ...oneTrialEach("pf", "rust")]),
    withTrials([...oneTrialEach("f".repeat(8), "go"), ...oneTrialEach("pfpf", "java"), ...oneTrialEach("fp", "rust")]),
  );
  const go = comparison.languages.find(({ language }) => language === "go")?.difference;
  expect(go?.p).toBeCloseTo(2 / 2 ** 8, 12);
  expect(go?.adjustedP).toBeCloseTo((3 * 2) / 2 ** 8, 12);
  expect(comparison.languages.map(({ language }) => language)).toEqual(["go", "java", "rust"]);
});

test("several runs against the first are corrected as well", () => {
  const first = withTrials(oneTrialEach("p".repeat(6)), 1);
  const worse = withTrials(oneTrialEach("f".repeat(6)), 2);
  const same = withTrials(oneTrialEach("p".repeat(6)), 3);
  const [one, other] = compareWithFirst([first, worse, same]);
  expect(one?.overall?.p).toBeCloseTo(0.03125, 12);
  expect(one?.overall?.adjustedP).toBeCloseTo(0.0625, 12);
  expect(other?.overall).toMatchObject({ p: 1, adjustedP: 1 });
  expect(compareWithFirst([first])).toEqual([]);
  expect(compareWithFirst([])).toEqual([]);
});

test("flips are listed, the largest losses first", () => {
  const { flips } = compareRuns(
    withTrials(trials({ "go/a": "pp", "go/b": "pf", "go/c": "ff", "go/d": "pp" })),
    withTrials(trials({ "go/a": "pp", "go/b": "pp", "go/c": "pp", "go/d": "pf" })),
  );
  expect(flips.map(({ exercise, difference }) => [exercise, difference])).toEqual([
    ["d", -0.5],
    ["b", 0.5],
    ["c", 1],
  ]);
});

test("cost and time are compared on the exercises where both are known", () => {
  const costing = (costs: readonly (number | null)[]) =>
    oneTrialEach("p".repeat(costs.length)).map((trial, index) => ({
      ...trial,
      metrics: metrics({ cost: costs[index] ?? null, duration: 1000 * (index + 1) }),
    }));
  const { cost, duration } = compareRuns(withTrials(costing([1, 2, 3, null])), withTrials(costing([2, 4, 3, 9])));
  expect(cost).toEqual({ exercises: 3, baseline: 2, candidate: 3, difference: 1, interval: { low: 0, high: 2 } });
  expect(duration).toMatchObject({ exercises: 4, difference: 0, interval: null });
});
