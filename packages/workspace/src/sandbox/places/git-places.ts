import { readdirSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isInside } from "../../confine.ts";
import { readSmallFile } from "./small-file.ts";
import { kindOf } from "./system-places.ts";

/** The repository that a worktree belongs to, when both agree on it: whoever wrote `.git` may have named any folder. */
export function repositoryOfWorktree(file: string): string | undefined {
  const own = gitFolderNamedIn(file);
  const [back, common] = own === undefined ? [] : [readSmallFile(join(own, "gitdir")), commonFolderOf(own)];
  if (own === undefined || back === undefined || common === undefined) return undefined;
  if (realOf(back.trim()) !== realOf(file)) return undefined;
  return isInside(join(common, "worktrees"), own) && isRepository(namesIn(common)) ? common : undefined;
}

/** The folder that a file `.git` leads to. */
export function gitFolderNamedIn(file: string): string | undefined {
  const named = /^gitdir: (.+)\n?$/.exec(readSmallFile(file) ?? "")?.[1];
  return named === undefined ? undefined : realOf(resolve(dirname(file), named));
}

/** Where a worktree's own folder says that the rest of its repository is. */
export function commonFolderOf(folder: string): string | undefined {
  const named = readSmallFile(join(folder, "commondir"));
  return named === undefined ? undefined : realOf(resolve(folder, named.trim()));
}

/** Hooks that the repository keeps among its files. */
export function hooksPathIn(gitFolder: string): string | undefined {
  const config = readSmallFile(join(gitFolder, "config")) ?? "";
  const named = /^\s*hookspath\s*=\s*"?([^"\n]+?)"?\s*$/im.exec(config)?.[1];
  return named === undefined ? undefined : realOf(resolve(dirname(gitFolder), named));
}

/** The repository around a folder, if that is not the folder itself and not somebody's home. */
export function enclosingRepository(folder: string, home: string): string | undefined {
  for (let current = dirname(folder); current !== dirname(current); current = dirname(current)) {
    if (isInside(current, home)) return undefined;
    if (kindOf(join(current, ".git")) !== undefined) return current;
  }
  return undefined;
}

/** What git goes by: names are enough, for one that it does not take does no harm. */
export function isRepository(names: readonly string[]): boolean {
  return names.includes("HEAD") && (names.includes("commondir") || names.includes("objects"));
}

/** Through all links; undefined where there is nothing. */
export function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
