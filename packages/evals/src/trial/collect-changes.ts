import { createHash } from "node:crypto";
import type { Dirent } from "node:fs";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** A changed file with its new content, so that nothing is read from the agent's folder again. */
export interface Change {
  readonly path: string;
  readonly kind: "added" | "changed" | "deleted";
  readonly content: Buffer;
}

export interface Changes {
  readonly files: readonly Change[];
  /** Not regular files, or too large for a solution: never graded. */
  readonly skipped: readonly string[];
  readonly tree: Tree;
}

const limits = { fileBytes: 4 * 1024 ** 2, totalBytes: 64 * 1024 ** 2, files: 5000 };

/** The changes to a folder, read at once so that a process that is still running cannot alter them. */
export function collectChanges(folder: string, before: Tree): Changes {
  const tree = hashTree(folder);
  const files: Change[] = [];
  const skipped = tree.others.filter((path) => !before.others.includes(path));
  let total = 0;
  for (const [path, hash] of tree.files) {
    if (before.files.get(path) === hash) continue;
    const content = readSmallFile(join(folder, path));
    total += content?.length ?? 0;
    if (content === undefined || total > limits.totalBytes || files.length >= limits.files) skipped.push(path);
    else files.push({ path, kind: before.files.has(path) ? "changed" : "added", content });
  }
  for (const path of before.files.keys())
    if (!tree.files.has(path)) files.push({ path, kind: "deleted", content: Buffer.alloc(0) });
  return { files, skipped, tree };
}

function readSmallFile(file: string): Buffer | undefined {
  try {
    return statSync(file).size > limits.fileBytes ? undefined : readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Never part of a solution, and often huge. */
const skippedFolders = new Set([
  ".git",
  "node_modules",
  "target",
  "__pycache__",
  ".venv",
  "venv",
  ".gradle",
  ".pytest_cache",
]);

export interface Tree {
  /** Path → hash of its content. */
  readonly files: ReadonlyMap<string, string>;
  /** Links, devices and folders that were not read. */
  readonly others: readonly string[];
}

/** Hashes the files in a folder. Does not follow links, and skips folders that cannot be read. */
export function hashTree(folder: string): Tree {
  const files = new Map<string, string>();
  const others: string[] = [];
  const queue = [""];
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    for (const entry of entriesOf(join(folder, at))) {
      const path = at === "" ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory() && !skippedFolders.has(entry.name)) queue.push(path);
      else if (entry.isFile()) files.set(path, hashFile(join(folder, path)));
      else others.push(path);
    }
  }
  return { files, others };
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch {
    return [];
  }
}

const maxHashedBytes = 64 * 1024 ** 2;

function hashFile(file: string): string {
  try {
    const { size } = statSync(file);
    return size > maxHashedBytes ? `size:${size}` : createHash("sha256").update(readFileSync(file)).digest("hex");
  } catch {
    return "unreadable";
  }
}
