import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Exercise } from "../exercise.ts";
import { graderOfLanguage } from "../graders/all-graders.ts";
import type { Grader } from "../graders/grader.ts";
import { NoExercise } from "./suite-problem.ts";

/** Throws `NoExercise`. */
export function requireGrader(language: string): Grader {
  const grader = graderOfLanguage(language);
  if (!grader) throw new NoExercise("", `There is no grader for ${language}.`);
  return grader;
}

export interface FileRoles {
  /** Everything of the exercise that is neither prose nor an answer. */
  readonly files: readonly string[];
  readonly solution: readonly string[];
  readonly tests: readonly string[];
  /** Tests that the agent gets to see. */
  readonly visible?: readonly string[];
}

/** Of what is neither written by the agent nor a test, the agent has a copy; grading has the original. */
export function partsOf({
  files,
  solution,
  tests,
  visible = [],
}: FileRoles): Pick<Exercise, "given" | "solution" | "protected" | "tests"> {
  if (solution.length === 0) throw new NoExercise("", "There is nothing to write in it: no file is a solution's.");
  if (tests.length === 0) throw new NoExercise("", "It has no tests.");
  const hidden = new Set(tests.filter((path) => !visible.includes(path)));
  const written = new Set(solution);
  return {
    given: files.filter((path) => !hidden.has(path)),
    solution,
    protected: files.filter((path) => !written.has(path)),
    tests,
  };
}

/** Throws `NoExercise` where nothing could be learned from the tests. */
export function requireTests(folder: string, tests: readonly string[], grader: Grader): void {
  const count = tests.reduce((sum, path) => sum + grader.countTests(readFileSync(join(folder, path), "utf8")), 0);
  if (count === 0) throw new NoExercise(tests[0] ?? "", "The tests hold no test.");
}
