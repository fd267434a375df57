import { mkdirSync } from "node:fs";
import type { Exercise } from "../exercise.ts";
import { copyFiles } from "./copy-files.ts";
import { hashTree, type Tree } from "./hash-tree.ts";
import { runInCopy } from "./run-in-copy.ts";

export interface CopyOrder {
  readonly exercise: Exercise;
  /** Of the exercise's files. */
  readonly paths: readonly string[];
  readonly folder: string;
  readonly home: string;
  readonly signal: AbortSignal;
}

/** Makes a copy with just these files, set up as the exercise wants it. Tells what is in it. */
export async function materialise({ exercise, paths, folder, home, signal }: CopyOrder): Promise<Tree> {
  mkdirSync(folder, { recursive: true });
  copyFiles(new Set(paths), { from: exercise.folder, to: folder });
  if (exercise.setup) await runInCopy(exercise.setup, { folder, home, signal });
  return hashTree(folder);
}
