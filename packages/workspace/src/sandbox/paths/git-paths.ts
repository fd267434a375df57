import { readdirSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { isInside } from "../../files/confine.ts";
import { readSmallFile } from "./small-file.ts";
import { kindOf } from "./system-paths.ts";

/** The repository that a worktree belongs to, if both refer to each other: a `.git` file may name any folder. */
export function repositoryOfWorktree(file: string): string | undefined {
  const own = gitFolderNamedIn(file);
  const [back, common] = own === undefined ? [] : [readSmallFile(join(own, "gitdir")), commonFolderOf(own)];
  if (own === undefined || back === undefined || common === undefined) return undefined;
  if (realOf(back.trim()) !== realOf(file)) return undefined;
  return isInside(join(common, "worktrees"), own) && isRepository(namesIn(common)) ? common : undefined;
}

/** The folder that a `.git` file points to. */
export function gitFolderNamedIn(file: string): string | undefined {
  const named = /^gitdir: (.+)\n?$/.exec(readSmallFile(file) ?? "")?.[1];
  return named === undefined ? undefined : realOf(resolve(dirname(file), named));
}

/** The rest of a worktree's repository, according to the worktree's own folder. */
export function commonFolderOf(folder: string): string | undefined {
  const named = readSmallFile(join(folder, "commondir"));
  return named === undefined ? undefined : realOf(resolve(folder, named.trim()));
}

/**
 * Folders within a workspace that `core.hooksPath` makes git take hooks from; they need not exist. A relative
 * path counts from the top of each working tree. `personal`: from the user's own configuration.
 */
export function hooksFolders(
  root: string,
  found: {
    readonly gitFolders: readonly string[];
    readonly repositories: readonly { readonly path: string }[];
    readonly personal: readonly string[];
  },
): readonly string[] {
  const { gitFolders, repositories, personal } = found;
  const named = [...gitFolders.flatMap((folder) => hooksPathIn(join(folder, "config")) ?? []), ...personal];
  const tops = repositories.map(({ path }) => join(root, path.replace(/(^|\/)\.git$/i, "")));
  const folders = named.flatMap((path) => (isAbsolute(path) ? [path] : tops.map((top) => resolve(top, path))));
  return [...new Set(folders)].filter((path) => path !== root && isInside(root, path));
}

/** From the configuration of the user and the machine, for all repositories. */
export function personalHooksPaths(): readonly string[] {
  const { GIT_CONFIG_GLOBAL: own, XDG_CONFIG_HOME: folder = join(homedir(), ".config") } = process.env;
  const files = own === undefined ? [join(homedir(), ".gitconfig"), join(folder, "git", "config")] : [own];
  return ["/etc/gitconfig", ...files].flatMap((file) => hooksPathIn(file) ?? []);
}

function hooksPathIn(configuration: string): string | undefined {
  const named = /^\s*hookspath\s*=\s*"?([^"\n]+?)"?\s*$/im.exec(readSmallFile(configuration) ?? "")?.[1];
  return named?.replace(/^~(?=\/)/, homedir());
}

/** The repository around a folder, if it is neither the folder itself nor a home folder. */
export function enclosingRepository(folder: string, home: string): string | undefined {
  for (let current = dirname(folder); current !== dirname(current); current = dirname(current)) {
    if (isInside(current, home)) return undefined;
    if (kindOf(join(current, ".git")) !== undefined) return current;
  }
  return undefined;
}

/** How git recognizes a repository: by names alone, because a false positive does no harm. */
export function isRepository(names: readonly string[]): boolean {
  return names.includes("HEAD") && (names.includes("commondir") || names.includes("objects"));
}

/** With all links resolved; undefined if it does not exist. */
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
