import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Exercise } from "../exercise.ts";
import type { TrialSpec } from "../trial.ts";
import { gradeChanges } from "./grade-changes.ts";

type Folders = Pick<TrialSpec, "scratch" | "home" | "signal">;

/**
 * Whether an exercise passes without any change, so that passing it proves nothing, for example one about refactoring.
 * Graded once for each version of an exercise. False if it cannot be graded here: the trial will report that.
 */
export async function passesUntouched(exercise: Exercise, { scratch, home, signal }: Folders): Promise<boolean> {
  if (exercise.passesUntouched !== undefined) return exercise.passesUntouched;
  const cacheFile = join(home, "cache", "evals", "untouched", versionOf(exercise));
  const cached = readText(cacheFile);
  if (cached !== undefined) return cached === "yes";
  const graded = await gradeChanges({ exercise, changes: [], root: join(scratch, "untouched"), home, signal });
  if (graded.error) return false;
  writeAtomically(cacheFile, graded.isPassed ? "yes" : "no");
  return graded.isPassed;
}

/** A hash of everything grading depends on. */
function versionOf({ language, name, folder, given, protected: kept, grader, setup }: Exercise): string {
  const hash = createHash("sha256").update(JSON.stringify({ language, name, given, kept, grader, setup }));
  for (const path of new Set([...given, ...kept]))
    hash.update(`\0${path}\0`).update(readText(join(folder, path)) ?? "");
  return hash.digest("hex");
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/** Several runners may write it at the same time. */
function writeAtomically(file: string, text: string): void {
  const draft = `${file}.${process.pid}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(draft, text);
  renameSync(draft, file);
}
