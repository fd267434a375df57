import { readFileSync } from "node:fs";
import { isAbsolute, join, normalize } from "node:path";
import { NoExercise } from "./suite-problem.ts";

/** The text of a file, undefined where there is none. */
export function textOf(...path: readonly string[]): string | undefined {
  try {
    return readFileSync(join(...path), "utf8");
  } catch {
    return undefined;
  }
}

/** Throws `NoExercise` for a path that leads out of the exercise, or to nothing. */
export function checkPaths(
  paths: readonly string[],
  { existing, blame }: { existing: ReadonlySet<string>; blame: string },
): void {
  for (const path of paths) {
    if (isAbsolute(path) || normalize(path).startsWith(".."))
      throw new NoExercise(blame, `${path} leads out of the exercise.`);
    if (!existing.has(normalize(path))) throw new NoExercise(blame, `${path} is named, but not there.`);
  }
}
