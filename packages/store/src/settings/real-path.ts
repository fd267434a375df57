import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isInside } from "../is-inside.ts";

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
  return !isInside(realPathOf(folder), realPathOf(path));
}
