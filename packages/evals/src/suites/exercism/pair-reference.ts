import { basename, dirname, extname, join } from "node:path";
import type { FileCopy } from "../../exercise.ts";

/**
 * Which file of the solution each file of the reference is for: by name; by ending, where each has one such file or both as many; else
 * it is one that the stub does not have.
 */
export function pairReference(example: readonly string[], solution: readonly string[]): readonly FileCopy[] {
  return example.flatMap((from) => {
    const named = solution.find((path) => basename(path) === basename(from));
    const to = named ?? byOrder(from, { example, solution }) ?? beside(from, solution[0]);
    return to === undefined ? [] : [{ from, to }];
  });
}

function byOrder(
  from: string,
  { example, solution }: { example: readonly string[]; solution: readonly string[] },
): string | undefined {
  const isAlike = (path: string): boolean => extname(path) === extname(from);
  const examples = example.filter(isAlike);
  const solutions = solution.filter(isAlike);
  return examples.length === solutions.length ? solutions[examples.indexOf(from)] : undefined;
}

function beside(from: string, first: string | undefined): string | undefined {
  return first === undefined ? undefined : join(dirname(first), basename(from));
}
