import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { PruneLimits, PruneOutcome } from "@roo-code/types";
import type { Git } from "./git-program.ts";
import type { KeptRepositories } from "./repositories/kept-repositories.ts";
import type { SnapshotRecords } from "./snapshot-records.ts";
import { folderSize, type StoreFolder } from "./store-folder.ts";
import { stampOf } from "./tree-state.ts";
import { writeAtomically } from "./write-atomically.ts";

interface PrunedStore {
  readonly folder: StoreFolder;
  readonly git: Git;
  readonly records: SnapshotRecords;
  readonly repositories: KeptRepositories;
  readonly now: number;
  /** Snapshots that must not be deleted. */
  readonly needed: ReadonlySet<string>;
}

const unlimited = Number.POSITIVE_INFINITY;

/** Changes with every pruning, which may have deleted objects that belonged to no snapshot. */
export function pruneMark(folder: StoreFolder): string {
  return stampOf(lstatSync(markPath(folder), { bigint: true, throwIfNoEntry: false }));
}

function markPath(folder: StoreFolder): string {
  return join(folder.path, "pruned.txt");
}

export async function pruneSnapshots(store: PrunedStore, limits: PruneLimits): Promise<PruneOutcome> {
  writeAtomically(markPath(store.folder), `${store.now}\n`);
  const sizeBefore = folderSize(store.folder.path);
  const forgotten: string[] = [];
  store.records.removeDamaged();
  const forget = async (isOver: (rank: number, time: number) => boolean): Promise<number> => {
    const all = await store.records.list();
    // From the newest, which is never deleted, to the oldest.
    const expired = all
      .toReversed()
      .filter(({ id, time }, rank) => rank > 0 && !store.needed.has(id) && isOver(rank, time));
    for (const { id } of expired) store.records.remove(id);
    forgotten.push(...expired.map(({ id }) => id));
    const oldest = all.find(({ id }) => !forgotten.includes(id));
    if (oldest) store.repositories.removeNotSeenSince(oldest.time);
    return all.length - expired.length;
  };
  const { keep = unlimited, maxAgeMs = unlimited, maxBytes = unlimited } = limits;
  let left = await forget((rank, time) => rank >= keep || store.now - time > maxAgeMs);
  await collect(store.git);
  // The space a snapshot takes is known only once it is deleted: halve until it fits.
  for (let size = folderSize(store.folder.path); left > 1 && size > maxBytes; size = folderSize(store.folder.path)) {
    const half = Math.ceil(left / 2);
    const rest = await forget((rank) => rank >= half);
    await collect(store.git);
    if (rest === left) break;
    left = rest;
  }
  return { forgotten, freedBytes: Math.max(0, sizeBefore - folderSize(store.folder.path)) };
}

/** Packs everything that a snapshot or the index needs; deletes the rest. */
async function collect(git: Git): Promise<void> {
  await git({ arguments: ["repack", "-a", "-d", "-q", "--no-write-bitmap-index"] });
  await git({ arguments: ["prune", "--expire=now"] });
}
