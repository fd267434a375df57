import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { nullAgent } from "../src/agents/null-agent.ts";
import { createOracle } from "../src/agents/oracle-agent.ts";
import { type Exercise, gradedLanguages } from "../src/exercise.ts";
import { loadSuite } from "../src/suites/load-suite.ts";
import type { TrialOutcome } from "../src/trial.ts";
import { gradingTimeout, home, isMissing, runTestTrial } from "./trials.ts";

/** An unchanged Exercism-style tree, for example a benchmark of several languages. Takes 15 minutes. */
const tree = process.env["ROO_TEST_EXERCISM_TREE"];
const suite = tree === undefined ? { exercises: [], problems: [] } : await loadSuite(tree);

/** Failures that are not ours: the reference needs a library that is not installed, or a newer version. */
const missingLibrary =
  /no matching package|failed to select a version|is not in (GOROOT|std)|package [\w.]+ does not exist|cannot find symbol|E0433/;
/** The initial files of a refactoring exercise may pass its tests. */
const isRefactoring = ({ prompt }: Exercise) => /refactor/i.test(prompt);

it.skipIf(tree === undefined)("skips exercises of ROO_TEST_EXERCISM_TREE without a grader or without tests", () => {
  expect(suite.exercises).not.toEqual([]);
  for (const { message } of suite.problems) expect(message).toMatch(/No grader for|contain no tests/);
});

describe.skipIf(tree === undefined).each(gradedLanguages)("%s in ROO_TEST_EXERCISM_TREE", (language) => {
  const oracle = createOracle({ exercises: suite.exercises, home });
  const own = suite.exercises.filter((exercise) => exercise.language === language);

  it.skipIf(isMissing[language]).for(own)(
    "$name is passed by its reference, and failed without changes",
    { timeout: gradingTimeout },
    async (exercise, { skip }) => {
      const solved = await graded(exercise, oracle);
      skip(solved.error?.code === "toolchain_missing", solved.error?.message);
      skip(
        solved.verdict === "failed" && missingLibrary.test(solved.output),
        "its reference needs a library that is not installed",
      );
      expect(solved).toMatchObject({ verdict: "passed", error: null });
      const untouched = await graded(exercise, nullAgent);
      expect(untouched.error).toBeNull();
      expect(isRefactoring(exercise) || untouched.verdict === "failed").toBe(true);
    },
  );
});

async function graded(
  exercise: Exercise,
  agent: typeof nullAgent,
): Promise<TrialOutcome & { readonly output: string }> {
  let output = "";
  const outcome = await runTestTrial({ exercise, agent }, (scratch) => {
    output = readFileSync(join(scratch, "artifacts", "grading.txt"), "utf8");
  });
  return { ...outcome, output };
}
