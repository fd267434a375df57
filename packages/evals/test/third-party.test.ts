import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { nullAgent } from "../src/agents/null-agent.ts";
import { createOracle } from "../src/agents/oracle-agent.ts";
import { type Exercise, gradedLanguages } from "../src/exercise.ts";
import { loadSuite } from "../src/suites/load-suite.ts";
import type { TrialOutcome } from "../src/trial.ts";
import { home, isMissing, slowly, tryOut } from "./trials.ts";

/** An Exercism-style tree as its authors have it, such as a benchmark of several languages. Takes a quarter of an hour. */
const tree = process.env["ROO_TEST_EXERCISM_TREE"];
const suite = tree === undefined ? { exercises: [], problems: [] } : await loadSuite(tree);

/** What says nothing about us: a library that only the reference asks for, and one that is newer than what is installed. */
const wantsMore =
  /no matching package|failed to select a version|is not in (GOROOT|std)|package [\w.]+ does not exist|cannot find symbol|E0433/;
/** Such an exercise may be solved before anybody has begun. */
const isRefactoring = ({ prompt }: Exercise) => /refactor/i.test(prompt);

it.skipIf(tree === undefined)("leaves out of ROO_TEST_EXERCISM_TREE what has no grader or no tests", () => {
  expect(suite.exercises).not.toEqual([]);
  for (const { message } of suite.problems) expect(message).toMatch(/There is no grader for|contain no tests/);
});

describe.skipIf(tree === undefined).each(gradedLanguages)("%s in ROO_TEST_EXERCISM_TREE", (language) => {
  const oracle = createOracle({ exercises: suite.exercises, home });
  const own = suite.exercises.filter((exercise) => exercise.language === language);

  it.skipIf(isMissing[language]).for(own)(
    "$name tells its reference from nothing",
    { timeout: slowly },
    async (exercise, { skip }) => {
      const solved = await graded(exercise, oracle);
      skip(solved.error?.code === "toolchain_missing", solved.error?.message);
      skip(
        solved.verdict === "failed" && wantsMore.test(solved.output),
        "its reference wants a library that is not here",
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
  const outcome = await tryOut({ exercise, agent }, (scratch) => {
    output = readFileSync(join(scratch, "artifacts", "grading.txt"), "utf8");
  });
  return { ...outcome, output };
}
