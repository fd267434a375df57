import { basename, extname } from "node:path";
import type { FileCopy } from "../../exercise.ts";

/** Which file of the solution each file of the reference is for: by name, by ending, else in order. */
export function pairReference(example: readonly string[], solution: readonly string[]): readonly FileCopy[] {
  const sources = solution.filter((path) => extname(path) === extname(example[0] ?? ""));
  return example.flatMap((from, index) => {
    const byName = solution.find((path) => basename(path) === basename(from));
    const byEnding = solution.filter((path) => extname(path) === extname(from));
    const to = byName ?? (byEnding.length === 1 ? byEnding[0] : sources[index]) ?? beside(from, solution);
    return to === undefined ? [] : [{ from, to }];
  });
}

/** A class that the solution is split into and the stub does not have. */
function beside(from: string, solution: readonly string[]): string | undefined {
  const first = solution[0];
  return first === undefined ? undefined : `${first.slice(0, first.length - basename(first).length)}${basename(from)}`;
}
