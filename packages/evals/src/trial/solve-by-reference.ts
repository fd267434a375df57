import { readFileSync } from "node:fs";
import { join } from "node:path";
import { RooError } from "@roo-code/types";
import type { Exercise } from "../exercise.ts";
import { putFile } from "./copy-files.ts";
import { runInCopy } from "./run-in-copy.ts";

export function hasReference({ reference, solve }: Exercise): boolean {
  return reference.length > 0 || solve !== undefined;
}

/** Applies the exercise's own solution to a copy. Throws `RooError` `no_reference` where it has none. */
export async function solveByReference(
  exercise: Exercise,
  { folder, home, signal }: { folder: string; home: string; signal: AbortSignal },
): Promise<void> {
  if (!hasReference(exercise))
    throw new RooError({
      code: "no_reference",
      message: `${exercise.language}/${exercise.name} comes without a reference solution.`,
    });
  for (const { from, to } of exercise.reference) putFile(folder, to, readFileSync(join(exercise.folder, from)));
  if (exercise.solve) await runInCopy(exercise.solve, { folder, home, signal });
}
