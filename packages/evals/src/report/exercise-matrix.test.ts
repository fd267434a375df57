import { expect, test } from "vitest";
import { run, trials } from "../../test/eval-runs.ts";
import { summarizeRun } from "../statistics/index.ts";
import { exerciseMatrix } from "./exercise-matrix.ts";

const summaryOf = (exercises: Record<string, string>) => summarizeRun({ run: run(), trials: trials(exercises) });

test("exercises of all runs, by language and name, with a result for each run", () => {
  const matrix = exerciseMatrix([
    summaryOf({ "rust/b": "p", "go/a": "p" }),
    summaryOf({ "go/a": "f", "go/c": "e", "rust/b": "p" }),
  ]);
  expect(
    matrix.map(({ language, exercise, results, isFlip }) => [
      `${language}/${exercise}`,
      results.map((result) => result && `${result.passed}/${result.scored}`),
      isFlip,
    ]),
  ).toEqual([
    ["go/a", ["1/1", "0/1"], true],
    ["go/c", [null, "0/0"], false],
    ["rust/b", ["1/1", "1/1"], false],
  ]);
});

test("an error is not a flip, a different pass rate is", () => {
  const matrix = exerciseMatrix([
    summaryOf({ "go/error": "p", "go/same": "pf", "go/other": "pp" }),
    summaryOf({ "go/error": "e", "go/same": "fp", "go/other": "pf" }),
  ]);
  expect(matrix.filter(({ isFlip }) => isFlip).map(({ exercise }) => exercise)).toEqual(["other"]);
});
