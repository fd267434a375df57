import { type Dirent, lstatSync, readdirSync, type Stats, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import type { GitFolder } from "./git-folders.ts";
import { realOf } from "./git-paths.ts";
import type { NewPathsOptions } from "./new-paths.ts";
import type { Surveyed } from "./survey.ts";

const maxFiles = 500;
const maxExamined = 50_000;

/**
 * Other names of protected files in the workspace: writing to such a name would change the file all the same.
 * Searched only if a protected file has more than one name. Absolute paths.
 */
export function hardLinks(
  root: string,
  { protected: protectedPaths, folders, gitFolders }: Surveyed & { readonly gitFolders: readonly GitFolder[] },
): readonly string[] {
  const tops = [
    ...protectedPaths.filter(({ kind }) => kind !== "link").map(({ path }) => join(root, path)),
    ...gitFolders.flatMap(({ path, guards }) => guards.map((name) => join(path, name))),
  ];
  const own = new Set(filesIn(tops));
  const linked = new Set([...own].map(statOf).flatMap((stat) => (stat && stat.nlink > 1 ? [identityOf(stat)] : [])));
  if (linked.size === 0) return [];
  const aliases: string[] = [];
  let examined = 0;
  for (const folder of folders) {
    for (const entry of entriesOf(join(root, folder))) {
      const path = join(root, folder, entry.name);
      if (!entry.isFile() || own.has(path) || (examined += 1) > maxExamined) continue;
      const stat = statOf(path);
      if (stat && stat.nlink > 1 && linked.has(identityOf(stat))) aliases.push(path);
    }
  }
  return aliases;
}

/** These files, and those in these folders. */
function filesIn(paths: readonly string[]): readonly string[] {
  const files: string[] = [];
  const queue = [...paths];
  for (let path = queue.shift(); path !== undefined && files.length < maxFiles; path = queue.shift()) {
    const stat = statOf(path);
    if (stat?.isFile()) files.push(path);
    if (stat?.isDirectory()) queue.push(...entriesOf(path).map(({ name }) => join(path ?? "", name)));
  }
  return files;
}

function identityOf({ dev, ino }: Stats): string {
  return `${dev}:${ino}`;
}

function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Restores protected links that a command removed: nothing can be mounted over a link. Never throws. */
export function restoreLinks({ root, before, after, written }: NewPathsOptions): void {
  const kept = new Set(after.protected.map(({ identity }) => identity));
  for (const { path, kind, identity } of before.protected) {
    if (kind !== "link" || kept.has(identity) || written.has(path)) continue;
    restore(join(root, path), identity.slice(identity.indexOf(" ") + 1));
  }
}

function restore(path: string, target: string): void {
  try {
    const isGone = lstatSync(path, { throwIfNoEntry: false }) === undefined;
    if (isGone && realOf(dirname(path)) === dirname(path)) symlinkSync(target, path);
  } catch {
    // The folder is gone, too.
  }
}
