import type { Git } from "../snapshots/git-program.ts";
import { ancestors } from "../snapshots/restore-plan.ts";
import type { SnapshotContent } from "../snapshots/snapshot-records.ts";
import type { MergeSides } from "./changed-sides.ts";

export interface ChangedFolders {
  /** Where empty, innermost first. */
  readonly toRemove: readonly string[];
  readonly toMake: readonly string[];
  /** Permissions that are to be others than they are, or than those of a new folder. */
  readonly modes: Readonly<Record<string, number>>;
}

/** What the copy did to folders: those it emptied, made empty, or gave other permissions. */
export async function changedFolders(git: Git, { base, ours, theirs }: MergeSides): Promise<ChangedFolders> {
  const [before, after] = [await foldersOf(git, base), await foldersOf(git, theirs)];
  const modes: Record<string, number> = {};
  for (const folder of after) {
    const [old, wanted, own] = [base, theirs, ours].map((content) => modeOf(content, folder));
    const isNew = !before.has(folder);
    if (isNew ? wanted !== ours.manifest.usual.folder : wanted !== old && own === old) modes[folder] = wanted ?? 0o755;
  }
  return {
    toRemove: [...before].filter((folder) => !after.has(folder)).sort(deepestFirst),
    toMake: theirs.manifest.emptyFolders.filter((folder) => !before.has(folder)),
    modes,
  };
}

async function foldersOf(git: Git, { tree, manifest }: SnapshotContent): Promise<Set<string>> {
  const listed = await git({ arguments: ["ls-tree", "-r", "-d", "-z", "--name-only", "--full-tree", tree] });
  const filled = listed.toString("utf8").split("\0").slice(0, -1);
  return new Set([...filled, ...manifest.emptyFolders.flatMap((folder) => [...ancestors(folder), folder])]);
}

function modeOf({ manifest }: SnapshotContent, folder: string): number {
  return manifest.modes[folder] ?? manifest.usual.folder;
}

function deepestFirst(left: string, right: string): number {
  return right.split("/").length - left.split("/").length;
}
