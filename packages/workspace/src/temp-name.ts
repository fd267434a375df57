import { dirname, join } from "node:path";
import type { ConfinedPath } from "./confine.ts";
import { sha256 } from "./sha256.ts";

const prefix = ".roo-tmp-";

/**
 * Where a file's new content waits for its rename, and its old content for a roll-back. Derived from the path, so
 * that the next write of the same file finds and removes what a crash left behind.
 */
export function tempPaths(path: ConfinedPath): { fresh: string; old: string } {
  const hash = sha256(path.relative).slice(0, 16);
  const folder = dirname(path.absolute);
  return { fresh: join(folder, `${prefix}${hash}`), old: join(folder, `${prefix}${hash}-old`) };
}

export function isTempName(name: string): boolean {
  return name.startsWith(prefix);
}
