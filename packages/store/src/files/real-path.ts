import { realpathSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";

/** The path with symlinks resolved, as far as it exists. */
export function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), basename(path));
  }
}

/** Whether a path, with symlinks resolved, is outside of the folder. */
export function leadsOutOf(folder: string, path: string): boolean {
  return !isInside(realPathOf(folder), realPathOf(path));
}

/** Whether a path is a folder or below it; both without links, `.` and `..`. */
export function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
