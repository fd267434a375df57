import { join } from "node:path";
import type { Failure, TestCounts } from "@roo-code/types";
import { RooError } from "@roo-code/types";
import type { Exercise } from "../exercise.ts";
import { graderOf } from "../graders/all-graders.ts";
import { GradingStopped } from "../graders/bench.ts";
import { type Ignored, putSolution } from "./assemble-copy.ts";
import { type Change, collectChanges } from "./collect-changes.ts";
import type { Flag } from "./flag-policy.ts";
import { countExpected, countsOf, isPassed } from "./judge.ts";
import { materialise } from "./materialise.ts";
import { openBench } from "./open-bench.ts";
import { hasReference, solveByReference } from "./solve-by-reference.ts";

export interface GradingOrder {
  readonly exercise: Exercise;
  readonly changes: readonly Change[];
  /** A new folder: nothing that another grading built is found by this one. */
  readonly root: string;
  readonly home: string;
  readonly signal: AbortSignal;
  readonly memoryBytes?: number;
}

export interface Graded {
  readonly isPassed: boolean;
  readonly tests: TestCounts | null;
  /** Grading itself went wrong, which says nothing about the solution. */
  readonly error: Failure | null;
  readonly output: string;
  readonly ignored: readonly Ignored[];
  /** Proof that the tests were tampered with. */
  readonly tampering: readonly Flag[];
}

/** Grades what an agent wrote, in a copy of its own. Never throws. */
export async function gradeChanges(order: GradingOrder): Promise<Graded> {
  try {
    return await gradeOnce(order);
  } catch (error) {
    if (error instanceof GradingStopped && error.reason !== "abort") return judgeStopped(order, error);
    return failedGrading(error);
  }
}

async function gradeOnce(order: GradingOrder): Promise<Graded> {
  const { exercise, changes, root, home, signal } = order;
  const grader = graderOf(exercise.grader);
  const expected = countExpected(exercise);
  const folder = join(root, exercise.name);
  await materialise({ exercise, paths: [...exercise.given, ...exercise.protected], folder, home, signal });
  const ignored = putSolution(changes, { exercise, files: grader.files, into: folder });
  await using bench = await openBench(order);
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
 * Whose fault is it that time or memory ran out? The solution's, when the exercise's own solution passes here and now; else
 * the machine's or the suite's.
 */
async function judgeStopped(order: GradingOrder, stopped: GradingStopped): Promise<Graded> {
  const what = stopped.reason === "time" ? "Grading took too long" : "Grading took too much memory";
  const error = { code: `grading_${stopped.reason}`, message: `${what}.` };
  const nothing = { isPassed: false, tests: null, output: stopped.output, ignored: [], tampering: [] };
  if (!hasReference(order.exercise)) return { ...nothing, error };
  try {
    const root = `${order.root}-control`;
    const control = await gradeOnce({ ...order, root, changes: await referenceChanges(order, `${root}-solved`) });
    if (!control.isPassed)
      return { ...nothing, error: { ...error, message: `${what}, and the reference does not pass either.` } };
    const expected = countExpected(order.exercise);
    return {
      ...nothing,
      tests: { expected, passed: 0, failed: expected, skipped: 0 },
      output: `${what}.\n${stopped.output}`,
      error: null,
    };
  } catch (trouble) {
    if (trouble instanceof GradingStopped && trouble.reason !== "abort")
      return { ...nothing, error: { ...error, message: `${what}, that of the reference as well.` } };
    return failedGrading(trouble);
  }
}

async function referenceChanges({ exercise, home, signal }: GradingOrder, folder: string): Promise<readonly Change[]> {
  const before = await materialise({ exercise, paths: exercise.given, folder, home, signal });
  await solveByReference(exercise, { folder, home, signal });
  return collectChanges(folder, before).files;
}

function failedGrading(error: unknown): Graded {
  return { isPassed: false, tests: null, error: asFailure(error), output: "", ignored: [], tampering: [] };
}

export function asFailure(error: unknown): Failure {
  if (error instanceof GradingStopped) return { code: "cancelled", message: "The trial was cancelled." };
  if (error instanceof RooError)
    return { code: error.code, message: [error.message, error.next].filter(Boolean).join(" ") };
  return { code: "grading_failed", message: error instanceof Error ? error.message : String(error) };
}
