import { createHash } from "node:crypto";
import { type Dirent, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Never part of a solution, and often huge. */
const passedOver = new Set([
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
  /** Links, devices and folders that were not looked into. */
  readonly others: readonly string[];
}

/** What is in a folder, links not followed. What cannot be read is not there. */
export function hashTree(folder: string): Tree {
  const files = new Map<string, string>();
  const others: string[] = [];
  const queue = [""];
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    for (const entry of entriesOf(join(folder, at))) {
      const path = at === "" ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory() && !passedOver.has(entry.name)) queue.push(path);
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

const mostHashed = 64 * 1024 ** 2;

function hashFile(file: string): string {
  try {
    const { size } = statSync(file);
    return size > mostHashed ? `size:${size}` : createHash("sha256").update(readFileSync(file)).digest("hex");
  } catch {
    return "unreadable";
  }
}
