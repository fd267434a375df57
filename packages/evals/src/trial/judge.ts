import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TestCounts } from "@roo-code/types";
import { RooError } from "@roo-code/types";
import type { Exercise } from "../exercise.ts";
import { graderOf } from "../graders/all-graders.ts";
import type { GraderReport } from "../graders/grader.ts";

/** How many tests there are, counted where no agent has been. Throws `RooError` `no_tests`. */
export function countExpected(exercise: Exercise): number {
  const grader = graderOf(exercise.grader);
  if (exercise.grader.kind === "command") return exercise.grader.expected ?? 1;
  const sources = exercise.tests.map((path) => readFileSync(join(exercise.folder, path), "utf8"));
  const expected = sources.reduce((sum, source) => sum + grader.countTests(source), 0);
  if (expected > 0) return expected;
  throw new RooError({
    code: "no_tests",
    message: `The tests of ${exercise.language}/${exercise.name} hold no test, so nothing can be told from them.`,
    next: "Leave the exercise out.",
  });
}

/** Positive evidence alone counts: an exit without an error, results that could be read, and every test among them. */
export function isPassed({ exitCode, tests }: GraderReport, expected: number): boolean {
  return exitCode === 0 && tests !== null && tests.passed >= expected && tests.failed === 0 && tests.skipped === 0;
}

export function countsOf({ tests }: GraderReport, expected: number): TestCounts {
  return { expected, ...(tests ?? { passed: 0, failed: expected, skipped: 0 }) };
}
