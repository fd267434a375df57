import { readFileSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isInside } from "../../confine.ts";
import { type Mount, readOnly, writable } from "../mounts.ts";
import { kindOf } from "./system-places.ts";

/** What decides which programs git runs. */
const guarded = ["hooks", "config", "config.worktree", "commondir", "gitdir", "modules"];

/**
 * A repository's folder in which everything may be written but what makes git run something. Lying over itself it
 * cannot be renamed, so nothing else can take its place.
 */
export function gitFolderMounts(folder: string): readonly Mount[] {
  const kept = guarded.map((name) => join(folder, name)).filter((path) => isPlain(path));
  return [writable(folder), ...kept.map((path) => readOnly(path))];
}

/** Hooks that the repository keeps among its files; each folder on the way is held where it is. */
export function hookMounts(root: string, gitFolder: string): readonly Mount[] {
  const named = /^\s*hookspath\s*=\s*"?([^"\n]+?)"?\s*$/im.exec(textOf(join(gitFolder, "config")))?.[1];
  if (named === undefined) return [];
  const folder = resolve(dirname(gitFolder), named);
  if (!isInside(root, folder) || folder === root || kindOf(folder) !== "folder") return [];
  const above: string[] = [];
  for (let current = dirname(folder); current !== root; current = dirname(current)) above.unshift(current);
  return [...above.map((path) => writable(path)), readOnly(folder)];
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** The repository that a worktree belongs to, when both agree on it: whoever wrote `.git` may have named any folder. */
export function repositoryOfWorktree(file: string): string | undefined {
  try {
    const named = /^gitdir: (.+)\n?$/.exec(readFileSync(file, "utf8"))?.[1];
    if (named === undefined) return undefined;
    const own = realpathSync(resolve(dirname(file), named));
    const back = realpathSync(readFileSync(join(own, "gitdir"), "utf8").trim());
    if (back !== realpathSync(file)) return undefined;
    const common = realpathSync(resolve(own, readFileSync(join(own, "commondir"), "utf8").trim()));
    return isInside(join(common, "worktrees"), own) && isRepository(common) ? common : undefined;
  } catch {
    return undefined;
  }
}

/** The repository around a folder, if that is not the folder itself and not somebody's home. */
export function enclosingRepository(folder: string, home: string): string | undefined {
  for (let current = dirname(folder); current !== dirname(current); current = dirname(current)) {
    if (isInside(current, home)) return undefined;
    if (kindOf(join(current, ".git")) !== undefined) return current;
  }
  return undefined;
}

function isRepository(folder: string): boolean {
  return kindOf(join(folder, "HEAD")) === "file" && kindOf(join(folder, "objects")) === "folder";
}

function isPlain(path: string): boolean {
  const kind = kindOf(path);
  return kind === "file" || kind === "folder";
}
