import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { hashTree, type Tree } from "./hash-tree.ts";

/** What an agent did to one file, with its new content: nothing is read from its folder again. */
export interface Change {
  readonly path: string;
  readonly kind: "added" | "changed" | "deleted";
  readonly content: Buffer;
}

export interface Changes {
  readonly files: readonly Change[];
  /** What it made that is no file, or too large to be one of a solution: never graded. */
  readonly leftOut: readonly string[];
  readonly tree: Tree;
}

const limits = { fileBytes: 4 * 1024 ** 2, totalBytes: 64 * 1024 ** 2, files: 5000 };

/** The difference between a folder and what it was, taken out of the reach of whatever might still run. */
export function collectChanges(folder: string, before: Tree): Changes {
  const tree = hashTree(folder);
  const files: Change[] = [];
  const leftOut = tree.others.filter((path) => !before.others.includes(path));
  let total = 0;
  for (const [path, hash] of tree.files) {
    if (before.files.get(path) === hash) continue;
    const content = read(join(folder, path));
    total += content?.length ?? 0;
    if (content === undefined || total > limits.totalBytes || files.length >= limits.files) leftOut.push(path);
    else files.push({ path, kind: before.files.has(path) ? "changed" : "added", content });
  }
  for (const path of before.files.keys())
    if (!tree.files.has(path)) files.push({ path, kind: "deleted", content: Buffer.alloc(0) });
  return { files, leftOut, tree };
}

function read(file: string): Buffer | undefined {
  try {
    return statSync(file).size > limits.fileBytes ? undefined : readFileSync(file);
  } catch {
    return undefined;
  }
}
