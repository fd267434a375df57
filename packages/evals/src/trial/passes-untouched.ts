import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Exercise } from "../exercise.ts";
import type { TrialOrder } from "../trial.ts";
import { gradeChanges } from "./grade-changes.ts";

type Place = Pick<TrialOrder, "scratch" | "home" | "signal">;

/**
 * Whether an exercise passes although nothing was done, so that passing it says nothing: such as one that is about refactoring. Looked up
 * once for each version of an exercise. False where it cannot be graded here, which is for the trial to find out.
 */
export async function passesUntouched(exercise: Exercise, { scratch, home, signal }: Place): Promise<boolean> {
  if (exercise.passesUntouched !== undefined) return exercise.passesUntouched;
  const known = join(home, "cache", "evals", "untouched", versionOf(exercise));
  const answer = read(known);
  if (answer !== undefined) return answer === "yes";
  const graded = await gradeChanges({ exercise, changes: [], root: join(scratch, "untouched"), home, signal });
  if (graded.error) return false;
  keep(known, graded.isPassed ? "yes" : "no");
  return graded.isPassed;
}

/** Of all that grading depends on. */
function versionOf({ language, name, folder, given, protected: kept, grader, setup }: Exercise): string {
  const hash = createHash("sha256").update(JSON.stringify({ language, name, given, kept, grader, setup }));
  for (const path of new Set([...given, ...kept])) hash.update(`\0${path}\0`).update(read(join(folder, path)) ?? "");
  return hash.digest("hex");
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/** Whole or not at all: several runners may do so at once. */
function keep(file: string, text: string): void {
  const draft = `${file}.${process.pid}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(draft, text);
  renameSync(draft, file);
}
