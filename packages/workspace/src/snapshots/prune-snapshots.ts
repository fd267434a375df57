import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { PruneLimits, PruneOutcome } from "@roo-code/types";
import type { Git } from "./git-program.ts";
import { placeFile } from "./place-file.ts";
import type { KeptRepositories } from "./repositories/kept-repositories.ts";
import type { SnapshotRecords } from "./snapshot-records.ts";
import { folderSize, type StoreFolder } from "./store-folder.ts";
import { stampOf } from "./tree-state.ts";

interface Pruned {
  readonly folder: StoreFolder;
  readonly git: Git;
  readonly records: SnapshotRecords;
  readonly repositories: KeptRepositories;
  readonly now: number;
  /** Snapshots that must stay. */
  readonly needed: ReadonlySet<string>;
}

const unlimited = Number.POSITIVE_INFINITY;

/** Changes with every pruning: objects that no snapshot held may be gone since. */
export function pruneMark(folder: StoreFolder): string {
  return stampOf(lstatSync(markPath(folder), { bigint: true, throwIfNoEntry: false }));
}

function markPath(folder: StoreFolder): string {
  return join(folder.path, "pruned.txt");
}

export async function pruneSnapshots(store: Pruned, limits: PruneLimits): Promise<PruneOutcome> {
  placeFile(markPath(store.folder), `${store.now}\n`);
  const sizeBefore = folderSize(store.folder.path);
  const forgotten: string[] = [];
  store.records.removeDamaged();
  const forget = async (isOver: (rank: number, time: number) => boolean): Promise<number> => {
    const all = await store.records.list();
    // From the newest, which is never given up, to the oldest.
    const given = all
      .toReversed()
      .filter(({ id, time }, rank) => rank > 0 && !store.needed.has(id) && isOver(rank, time));
    for (const { id } of given) store.records.remove(id);
    forgotten.push(...given.map(({ id }) => id));
    const oldest = all.find(({ id }) => !forgotten.includes(id));
    if (oldest) store.repositories.forgetUnseenSince(oldest.time);
    return all.length - given.length;
  };
  const { keep = unlimited, maxAgeMs = unlimited, maxBytes = unlimited } = limits;
  let left = await forget((rank, time) => rank >= keep || store.now - time > maxAgeMs);
  await collect(store.git);
  // What a snapshot alone takes is known only once it is gone: halves, until it fits.
  for (let size = folderSize(store.folder.path); left > 1 && size > maxBytes; size = folderSize(store.folder.path)) {
    const half = Math.ceil(left / 2);
    const rest = await forget((rank) => rank >= half);
    await collect(store.git);
    if (rest === left) break;
    left = rest;
  }
  return { forgotten, freedBytes: Math.max(0, sizeBefore - folderSize(store.folder.path)) };
}

/** Everything that a snapshot or the index needs, into one pack; the rest goes. */
async function collect(git: Git): Promise<void> {
  await git({ arguments: ["repack", "-a", "-d", "-q", "--no-write-bitmap-index"] });
  await git({ arguments: ["prune", "--expire=now"] });
}
