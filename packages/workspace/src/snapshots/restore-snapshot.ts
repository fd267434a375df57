import { join } from "node:path";
import type { RestoreOutcome } from "@roo-code/types";
import { RestoreWork } from "./apply-restore.ts";
import { BlobReader } from "./blob-reader.ts";
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
  /** Of what is there, taken this moment: git's index agrees with it. */
  readonly before: SnapshotContent;
  readonly paths?: readonly string[];
}

/** The record says, from before the first change until after the last, that the workspace is on its way. */
export async function restoreSnapshot(store: RestoreStore, request: RestoreRequest): Promise<RestoreOutcome> {
  const { folder, program, git } = store;
  const { target, before, paths } = request;
  const plan = await planRestore(git, { target, before, paths });
  const stamps = await readStamps(store, plan);
  const restore = { id: target.snapshot.id, ...(paths && { paths }) };
  const pending = readRestoreRecord(folder);
  // The rest of a restore that a crash cut short is taken back to where that one began.
  const first = pending && isSameRestore(pending, restore) ? pending.before : before.snapshot.id;
  writeRestoreRecord(folder, { ...restore, before: first });
  const blobs = new BlobReader(startGit(program, folder, { arguments: ["cat-file", "--batch"], index: false }));
  try {
    const applied = await new RestoreWork(folder.workspace, plan, stamps).apply(blobs);
    const brought = plan.repositories.filter((path) => store.repositories.bring(path));
    removeRestoreRecord(folder);
    return { before: first, ...applied, restored: [...applied.restored, ...brought] };
  } finally {
    blobs.close();
  }
}

/**
 * Of the files about to be replaced, first; then git tells which of them are not what the snapshot before holds.
 * Whoever changes one after that changes its stamp.
 */
export async function readStamps(
  { folder, git }: Pick<RestoreStore, "folder" | "git">,
  plan: RestorePlan,
): Promise<ReadonlyMap<string, string>> {
  const there = [...plan.removals, ...plan.writes.filter(({ isThere }) => isThere).map(({ path }) => path)];
  const stamps = new Map(there.map((path) => [path, fileStamp(join(folder.workspace, path))]));
  if (there.length === 0) return stamps;
  for (const path of await dirtyPaths(git, folder.index)) if (stamps.has(path)) stamps.set(path, "changed");
  return stamps;
}
