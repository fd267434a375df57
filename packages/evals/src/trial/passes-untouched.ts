import { join } from "node:path";
import { RooError } from "@roo-code/types";
import type { Exercise } from "../exercise.ts";
import { gradeChanges } from "./grade-changes.ts";

/**
 * Whether an exercise passes although nothing was done, so that passing it says nothing: such as one that is about refactoring. Throws
 * `RooError` where it cannot be graded here. The scratch folder is empty, and the caller removes it.
 */
export async function passesUntouched(
  exercise: Exercise,
  { scratch, home, signal }: { scratch: string; home: string; signal: AbortSignal },
): Promise<boolean> {
  const graded = await gradeChanges({ exercise, changes: [], root: join(scratch, "untouched"), home, signal });
  if (graded.error) throw new RooError(graded.error);
  return graded.isPassed;
}
