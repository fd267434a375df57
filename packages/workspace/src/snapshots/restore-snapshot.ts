import { mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { RestoreOutcome } from "@roo-code/types";
import { RestoreWork } from "./apply-restore.ts";
import { BlobReader } from "./blob-reader.ts";
import { writeObject } from "./git-objects.ts";
import { type Git, startGit } from "./git-program.ts";
import type { KeptRepositories } from "./repositories/kept-repositories.ts";
import { planRestore, type RestorePlan } from "./restore-plan.ts";
import { isSameRestore, readRestoreRecord, removeRestoreRecord, writeRestoreRecord } from "./restore-record.ts";
import { dirtyPaths } from "./save-tree.ts";
import type { SnapshotContent } from "./snapshot-records.ts";
import type { StoreFolder } from "./store-folder.ts";
import { fileStamp } from "./tree-state.ts";

interface RestoreStore {
  readonly folder: StoreFolder;
  readonly program: string;
  readonly git: Git;
  readonly repositories: KeptRepositories;
}

interface RestoreRequest {
  readonly target: SnapshotContent;
  /** A snapshot of the current files, taken just now: git's index matches it. */
  readonly before: SnapshotContent;
  readonly paths?: readonly string[];
}

/** The pending record exists from before the first change until after the last. */
export async function restoreSnapshot(store: RestoreStore, request: RestoreRequest): Promise<RestoreOutcome> {
  const { folder, program, git } = store;
  const { target, before, paths } = request;
  const plan = await planRestore(git, { target, before, paths });
  const stamps = await readStamps(store, plan);
  const restore = { id: target.snapshot.id, paths };
  const pending = readRestoreRecord(folder);
  // Completing a restore that a crash interrupted: undoing it returns to where that one began.
  const first = pending && isSameRestore(pending, restore) ? pending.before : before.snapshot.id;
  writeRestoreRecord(folder, { ...restore, before: first });
  const blobs = new BlobReader(startGit(program, folder, { arguments: ["cat-file", "--batch"], index: false }));
  try {
    const applied = await new RestoreWork(folder.workspace, plan, stamps).apply(blobs);
    const repositoriesRestored = plan.repositories.filter((path) => store.repositories.restore(path));
    removeRestoreRecord(folder);
    return { before: first, ...applied, restored: [...applied.restored, ...repositoriesRestored] };
  } finally {
    blobs.close();
  }
}

/**
 * Stamps of the files about to be replaced, read first; then git reports which of them differ from the snapshot before.
 * Any later change of a file changes its stamp.
 */
export async function readStamps(
  { folder, git }: Pick<RestoreStore, "folder" | "git">,
  plan: RestorePlan,
): Promise<ReadonlyMap<string, string>> {
  const existing = [...plan.removals, ...plan.writes.filter(({ exists }) => exists).map(({ path }) => path)];
  const stamps = new Map(existing.map((path) => [path, fileStamp(join(folder.workspace, path))]));
  if (existing.length === 0) return stamps;
  for (const path of await dirtyPaths(git, folder.index)) if (stamps.has(path)) stamps.set(path, "changed");
  return stamps;
}

/** Writes the files of a snapshot into another folder. Existing files there are kept and reported. */
export async function copySnapshot(
  store: Omit<RestoreStore, "repositories">,
  target: SnapshotContent,
  into: string,
): Promise<Pick<RestoreOutcome, "restored" | "conflicts">> {
  const { folder, program, git } = store;
  const before: SnapshotContent = {
    snapshot: target.snapshot,
    tree: writeObject(folder, "tree", Buffer.alloc(0)),
    manifest: { usual: target.manifest.usual, modes: {}, emptyFolders: [] },
  };
  const plan = await planRestore(git, { target, before, paths: undefined });
  mkdirSync(into, { recursive: true });
  const blobs = new BlobReader(startGit(program, folder, { arguments: ["cat-file", "--batch"], index: false }));
  try {
    const { restored, conflicts } = await new RestoreWork(realpathSync(into), plan, new Map()).apply(blobs);
    return { restored, conflicts };
  } finally {
    blobs.close();
  }
}
