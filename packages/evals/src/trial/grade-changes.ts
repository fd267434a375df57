import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Failure, TestCounts } from "@roo-code/types";
import { RooError } from "@roo-code/types";
import type { Exercise } from "../exercise.ts";
import { graderOf } from "../graders/all-graders.ts";
import { GradingStopped } from "../graders/bench.ts";
import type { GraderReport } from "../graders/grader.ts";
import { type Change, collectChanges } from "./collect-changes.ts";
import { applyReference, copyExercise, hasReference } from "./exercise-copy.ts";
import type { Flag } from "./flag-policy.ts";
import { openBench } from "./open-bench.ts";
import { type IgnoredFile, putSolution } from "./put-solution.ts";

interface GradingInput {
  readonly exercise: Exercise;
  readonly changes: readonly Change[];
  /** A new folder, so that no build output of another grading is found. */
  readonly root: string;
  readonly home: string;
  readonly signal: AbortSignal;
  readonly memoryBytes?: number | undefined;
}

export interface GradingResult {
  readonly isPassed: boolean;
  readonly tests: TestCounts | null;
  /** Grading itself failed, which is not the solution's fault. */
  readonly error: Failure | null;
  readonly output: string;
  readonly ignored: readonly IgnoredFile[];
  /** Proof that the tests were tampered with. */
  readonly tampering: readonly Flag[];
}

/** Grades an agent's changes in a fresh copy. Never throws. */
export async function gradeChanges(input: GradingInput): Promise<GradingResult> {
  try {
    return await gradeOnce(input);
  } catch (error) {
    if (error instanceof GradingStopped && error.reason !== "abort") return gradeStopped(input, error);
    return failedGrading(error);
  }
}

async function gradeOnce(input: GradingInput): Promise<GradingResult> {
  const { exercise, changes, root, home, signal } = input;
  const grader = graderOf(exercise.grader);
  const expected = countExpected(exercise);
  const folder = join(root, exercise.name);
  await copyExercise({ exercise, paths: [...exercise.given, ...exercise.protected], folder, home, signal });
  const ignored = putSolution(changes, { exercise, files: grader.files, folder });
  await using bench = await openBench(input);
  const report = await grader.grade(bench);
  return {
    isPassed: isPassed(report, expected),
    tests: countsOf(report, expected),
    error: null,
    output: report.output,
    ignored,
    tampering: bench.tampering,
  };
}

/**
 * Grading exceeded its time or memory. That is the solution's fault if the reference solution passes here and now, else
 * that of the machine or the suite.
 */
async function gradeStopped(input: GradingInput, stopped: GradingStopped): Promise<GradingResult> {
  const problem = stopped.reason === "time" ? "Grading took too long" : "Grading took too much memory";
  const error = { code: `grading_${stopped.reason}`, message: `${problem}.` };
  const notPassed = { isPassed: false, tests: null, output: stopped.output, ignored: [], tampering: [] };
  if (!hasReference(input.exercise)) return { ...notPassed, error };
  try {
    const root = `${input.root}-control`;
    const control = await gradeOnce({ ...input, root, changes: await referenceChanges(input, `${root}-solved`) });
    if (!control.isPassed)
      return {
        ...notPassed,
        error: { ...error, message: `${problem}, and the reference solution does not pass either.` },
      };
    const expected = countExpected(input.exercise);
    return {
      ...notPassed,
      tests: { expected, passed: 0, failed: expected, skipped: 0 },
      output: `${problem}.\n${stopped.output}`,
      error: null,
    };
  } catch (failure) {
    if (failure instanceof GradingStopped && failure.reason !== "abort")
      return { ...notPassed, error: { ...error, message: `${problem}, for the reference solution as well.` } };
    return failedGrading(failure);
  }
}

async function referenceChanges({ exercise, home, signal }: GradingInput, folder: string): Promise<readonly Change[]> {
  const before = await copyExercise({ exercise, paths: exercise.given, folder, home, signal });
  await applyReference(exercise, { folder, home, signal });
  return collectChanges(folder, before).files;
}

function failedGrading(error: unknown): GradingResult {
  return { isPassed: false, tests: null, error: asFailure(error), output: "", ignored: [], tampering: [] };
}

export function asFailure(error: unknown): Failure {
  if (error instanceof GradingStopped) return { code: "cancelled", message: "The trial was cancelled." };
  if (error instanceof RooError)
    return { code: error.code, message: [error.message, error.next].filter(Boolean).join(" ") };
  return { code: "grading_failed", message: error instanceof Error ? error.message : String(error) };
}

/** How many tests the pristine files have. Throws `RooError` `no_tests`. */
function countExpected(exercise: Exercise): number {
  const grader = graderOf(exercise.grader);
  if (exercise.grader.kind === "command") return exercise.grader.expected ?? 1;
  const sources = exercise.tests.map((path) => readFileSync(join(exercise.folder, path), "utf8"));
  const expected = sources.reduce((sum, source) => sum + grader.countTests(source), 0);
  if (expected > 0) return expected;
  throw new RooError({
    code: "no_tests",
    message: `The test files of ${exercise.language}/${exercise.name} contain no tests.`,
    next: "Exclude the exercise.",
  });
}

/** Needs positive evidence: exit code 0, readable results, and every test among them. */
function isPassed({ exitCode, tests }: GraderReport, expected: number): boolean {
  return exitCode === 0 && tests !== null && tests.passed >= expected && tests.failed === 0 && tests.skipped === 0;
}

function countsOf({ tests }: GraderReport, expected: number): TestCounts {
  return { expected, ...(tests ?? { passed: 0, failed: expected, skipped: 0 }) };
}
