import { realpathSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";

/** A path with its links followed, as far as something is there. */
export function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), basename(path));
  }
}

/** Whether a path, its links followed, is not below the folder. */
export function leadsOutOf(folder: string, path: string): boolean {
  const way = relative(realPathOf(folder), realPathOf(path));
  return way === "" || way === ".." || way.startsWith(`..${sep}`);
}
