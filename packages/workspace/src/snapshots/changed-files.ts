import type { ChangedFile } from "@roo-code/types";
import { changeOf, differences, nothing, type TreeDifference } from "./diff-trees.ts";
import { folderMode, readLooseTree, type TreeEntry } from "./git-objects.ts";
import type { Git } from "./git-program.ts";
import { lostRepositories, type Manifest } from "./manifest.ts";
import type { StoreFolder } from "./store-folder.ts";
import { below } from "./tree-state.ts";

/** A workspace's files, saved or current. */
export interface SavedFiles {
  readonly tree: string;
  readonly manifest: Manifest;
}

/** Sorted by path: files, empty folders, lost repositories, and paths whose permissions alone changed. */
export async function changedFiles(
  store: { readonly git: Git; readonly folder: StoreFolder },
  from: SavedFiles,
  to: SavedFiles,
): Promise<ChangedFile[]> {
  const found = new Map<string, ChangedFile["change"]>();
  for (const difference of await treeDifferences(store, from.tree, to.tree))
    found.set(difference.path, changeOf(difference));
  for (const path of missingIn(to.manifest.emptyFolders, from.manifest.emptyFolders)) found.set(`${path}/`, "deleted");
  for (const path of missingIn(from.manifest.emptyFolders, to.manifest.emptyFolders)) found.set(`${path}/`, "added");
  for (const path of lostRepositories(from.manifest, to.manifest)) found.set(path, "deleted");
  const [old, fresh] = [from.manifest.modes, to.manifest.modes];
  for (const path of new Set([...Object.keys(old), ...Object.keys(fresh)])) {
    if (old[path] !== fresh[path] && !found.has(path) && !found.has(`${path}/`)) found.set(path, "changed");
  }
  return Array.from(found, ([path, change]) => ({ path, change })).sort((left, right) =>
    left.path < right.path ? -1 : 1,
  );
}

/** Starts git only if needed. */
export async function treeDifferences(
  { git, folder }: { readonly git: Git; readonly folder: StoreFolder },
  from: string,
  to: string,
): Promise<readonly TreeDifference[]> {
  return looseDifferences(folder, from, to) ?? differences(git, from, to);
}

/** Those of `others` that are not in `some`. */
export function missingIn(some: readonly string[], others: readonly string[]): string[] {
  const present = new Set(some);
  return others.filter((path) => !present.has(path));
}

/** Without git, which is slow to start. undefined if a folder that differs is in a pack. */
function looseDifferences(folder: StoreFolder, from: string, to: string): TreeDifference[] | undefined {
  const found: TreeDifference[] = [];
  const compare = (path: string, left: string | undefined, right: string | undefined): boolean => {
    if (left === right) return true;
    const [old, fresh] = [entriesOf(folder, left), entriesOf(folder, right)];
    if (!old || !fresh) return false;
    return [...new Set([...old.keys(), ...fresh.keys()])].every((name) => {
      const [one, other] = [old.get(name), fresh.get(name)];
      if (one?.oid === other?.oid && one?.mode === other?.mode) return true;
      const [oldFile, freshFile] = [fileOf(one), fileOf(other)];
      const inner = below(path, name);
      if (oldFile || freshFile) found.push({ path: inner, from: oldFile ?? absentFile, to: freshFile ?? absentFile });
      return compare(inner, folderOf(one), folderOf(other));
    });
  };
  return compare("", from, to) ? found : undefined;
}

const absentFile = { mode: nothing, oid: "" };

function entriesOf(folder: StoreFolder, tree: string | undefined): ReadonlyMap<string, TreeEntry> | undefined {
  return tree === undefined ? new Map() : readLooseTree(folder, tree);
}

function fileOf(entry: TreeEntry | undefined): TreeEntry | undefined {
  return entry?.mode === folderMode ? undefined : entry;
}

function folderOf(entry: TreeEntry | undefined): string | undefined {
  return entry?.mode === folderMode ? entry.oid : undefined;
}
