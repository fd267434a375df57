import { dirname, join } from "node:path";
import type { ConfinedPath } from "./confine.ts";
import { sha256 } from "./file-version.ts";

const prefix = ".roo-tmp-";

/**
 * Temporary names next to a file: of its new content before the rename, and of its old content for a roll-back.
 * Derived from the workspace-relative path, so that the next write of the same file finds and removes what a crash left.
 */
export function tempNames(relative: string): { fresh: string; old: string } {
  const hash = sha256(relative).slice(0, 16);
  return { fresh: `${prefix}${hash}`, old: `${prefix}${hash}-old` };
}

export function tempPaths(path: ConfinedPath): { fresh: string; old: string } {
  const { fresh, old } = tempNames(path.relative);
  const folder = dirname(path.absolute);
  return { fresh: join(folder, fresh), old: join(folder, old) };
}

export function isTempName(name: string): boolean {
  return name.startsWith(prefix);
}
