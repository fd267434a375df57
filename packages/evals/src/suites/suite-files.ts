import type { Dirent } from "node:fs";
import { readdirSync, readFileSync } from "node:fs";
import { isAbsolute, join, normalize } from "node:path";
import { InvalidExercise } from "./exercise-parts.ts";

/** Left behind by tools when an exercise was tried. */
const skippedFolders = new Set([".git", "node_modules", "target", "__pycache__", ".gradle"]);
const maxFiles = 10_000;

/** The regular files in a folder, at any depth, as sorted relative paths. */
export function listFiles(folder: string): readonly string[] {
  const files: string[] = [];
  const queue = [""];
  for (let at = queue.shift(); at !== undefined && files.length < maxFiles; at = queue.shift()) {
    for (const entry of entriesOf(join(folder, at))) {
      const path = at === "" ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory() && !skippedFolders.has(entry.name)) queue.push(path);
      else if (entry.isFile()) files.push(path);
    }
  }
  return files.sort();
}

/** The sorted names of the subfolders. */
export function listFolders(folder: string): readonly string[] {
  return entriesOf(folder)
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map((entry) => entry.name)
    .sort();
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** The text of a file, undefined if there is none. */
export function readText(...path: readonly string[]): string | undefined {
  try {
    return readFileSync(join(...path), "utf8");
  } catch {
    return undefined;
  }
}

/** Throws `InvalidExercise` for a path that is outside of the exercise, or does not exist. */
export function checkPaths(
  paths: readonly string[],
  { existing, blame }: { existing: ReadonlySet<string>; blame: string },
): void {
  for (const path of paths) {
    if (isAbsolute(path) || normalize(path).startsWith(".."))
      throw new InvalidExercise(blame, `${path} is outside of the exercise.`);
    if (!existing.has(normalize(path))) throw new InvalidExercise(blame, `${path} does not exist.`);
  }
}
