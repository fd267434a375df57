import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";

/** Left behind by tools where somebody tried an exercise out. */
const passedOver = new Set([".git", "node_modules", "target", "__pycache__", ".gradle"]);
const mostFiles = 10_000;

/** The plain files in a folder, at any depth, relative and in order. */
export function listFiles(folder: string): readonly string[] {
  const files: string[] = [];
  const queue = [""];
  for (let at = queue.shift(); at !== undefined && files.length < mostFiles; at = queue.shift()) {
    for (const entry of entriesOf(join(folder, at))) {
      const path = at === "" ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory() && !passedOver.has(entry.name)) queue.push(path);
      else if (entry.isFile()) files.push(path);
    }
  }
  return files.sort();
}

/** The names of folders in a folder, in order. */
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
