import { readlinkSync } from "node:fs";
import { join } from "node:path";
import { type MergeOutcome, systemErrorCode } from "@roo-code/types";
import { readHeldFile } from "../files/held-file.ts";
import { holdParent } from "../files/held-folder.ts";
import { RestoreWork } from "../snapshots/apply-restore.ts";
import type { BlobReader } from "../snapshots/blob-reader.ts";
import { isLink, type Version } from "../snapshots/changes/three-way.ts";
import { blobOid } from "../snapshots/git-objects.ts";
import type { RestorePlan } from "../snapshots/restore-plan.ts";
import { absent, fileStamp } from "../snapshots/tree-state.ts";
import type { MergePlan, PlannedWrite } from "./merge-plan.ts";
import { type Conflict, noteDeletion, setAside } from "./set-aside.ts";
import type { WorktreeFolder } from "./worktree-folder.ts";
import type { WorktreeStore } from "./worktree-store.ts";

/**
 * Applies a plan, or the rest of it: files that already are as planned were written before a crash. What someone else changed
 * since the plan was made is left alone.
 */
export async function applyMerge(
  store: WorktreeStore,
  worktree: WorktreeFolder,
  plan: MergePlan,
): Promise<MergeOutcome> {
  const root = store.folder.workspace;
  const writes = plan.writes.filter((write) => !isDone(root, write));
  const removals = plan.removals.filter(({ path }) => fileStamp(join(root, path)) !== absent);
  const stamps = new Map([...writes, ...removals].map(({ path, stamp }) => [path, stamp]));
  const blobs = store.readBlobs();
  try {
    const work = new RestoreWork(root, asRestore(plan, { writes, removals }), stamps);
    const { restored, removed } = await work.apply(blobs);
    const done = new Set([...restored, ...removed]);
    const left = await setAsideLeft(
      { worktree, blobs },
      {
        writes: writes.filter(({ path }) => !done.has(path)),
        removals: removals.filter(({ path }) => !done.has(path)),
      },
    );
    return outcomeOf(
      plan,
      left,
      plan.folders.toMake.map((path) => `${path}/`).filter((path) => done.has(path)),
    );
  } finally {
    blobs.close();
  }
}

/** What an interrupted merge had written or removed. */
export function doneBy(root: string, { writes, removals }: MergePlan): readonly string[] {
  const isRemoved = ({ path, stamp }: MergePlan["removals"][number]): boolean =>
    stamp !== absent && fileStamp(join(root, path)) === absent;
  return [...writes.filter((write) => isDone(root, write)), ...removals.filter(isRemoved)].map(({ path }) => path);
}

type Outstanding = Pick<MergePlan, "writes" | "removals">;

function asRestore({ modes, folders, folderMode }: MergePlan, { writes, removals }: Outstanding): RestorePlan {
  return {
    writes: writes.map(({ path, version, stamp }) => ({ path, ...version, exists: stamp !== absent })),
    removals: removals.map(({ path }) => path),
    foldersToRemove: folders.toRemove,
    foldersToCreate: folders.toMake,
    modes: new Map(Object.entries({ ...modes, ...folders.modes })),
    folderMode: (path) => folders.modes[path] ?? folderMode,
    repositories: [],
  };
}

async function setAsideLeft(
  { worktree, blobs }: { worktree: WorktreeFolder; blobs: BlobReader },
  { writes, removals }: Outstanding,
): Promise<Conflict[]> {
  const left: Conflict[] = removals.map(({ path }) => noteDeletion(worktree, path));
  for (const { path, theirs } of writes) left.push(await setAside(worktree, blobs, { path, version: theirs }));
  return left;
}

function outcomeOf(plan: MergePlan, left: readonly Conflict[], folders: readonly string[]): MergeOutcome {
  const isLeft = new Set(left.map(({ path }) => path));
  const planned = [...plan.writes, ...plan.removals].map(({ path }) => path);
  const files = [...planned, ...Object.keys(plan.modes)].filter((path) => !isLeft.has(path));
  return {
    changed: [...new Set([...files, ...folders])].sort(),
    conflicts: [...plan.conflicts, ...left].sort((one, other) => (one.path < other.path ? -1 : 1)),
  };
}

function isDone(root: string, { path, version, stamp }: PlannedWrite): boolean {
  const absolute = join(root, path);
  return fileStamp(absolute) !== stamp && hasVersion(absolute, version);
}

function hasVersion(absolute: string, version: Version): boolean {
  try {
    const { folder, name } = holdParent({ absolute });
    using parent = folder;
    const stat = parent.stat(name);
    if (!stat || stat.isSymbolicLink() !== isLink(version)) return false;
    if (isLink(version)) return blobOid(readlinkSync(parent.at(name), "buffer")) === version.oid;
    if (!stat.isFile() || (Number(stat.mode) & 0o7777) !== version.mode) return false;
    const content = readHeldFile(parent, name);
    return content !== undefined && blobOid(content) === version.oid;
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error;
    return false;
  }
}
