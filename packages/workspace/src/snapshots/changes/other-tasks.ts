import { treeDifferences } from "../changed-files.ts";
import type { SnapshotRecords } from "../snapshot-records.ts";
import type { ChangePlace } from "./plan-take-back.ts";
import type { Version } from "./three-way.ts";
import { versionOf } from "./versions.ts";

/** One change of a file by another task. */
export interface OtherLink {
  readonly before: Version | undefined;
  readonly after: Version | undefined;
}

/** What other tasks recorded since a snapshot, by path, oldest first. */
export async function changedByOthers(
  place: ChangePlace & { readonly records: SnapshotRecords },
  { since, by }: { readonly since: string; readonly by: string },
): Promise<Map<string, OtherLink[]>> {
  const found = new Map<string, OtherLink[]>();
  for (const snapshot of await place.records.listSince(since)) {
    if (snapshot.since === undefined || snapshot.by === undefined || snapshot.by === by) continue;
    const [before, after] = await Promise.all(
      [snapshot.since, snapshot.id].map((id) => place.records.read(id).catch(() => undefined)),
    );
    if (!before || !after) continue;
    for (const { path, from, to } of await treeDifferences(place, before.tree, after.tree)) {
      const link = { before: versionOf(before.manifest, path, from), after: versionOf(after.manifest, path, to) };
      found.set(path, [...(found.get(path) ?? []), link]);
    }
  }
  return found;
}
