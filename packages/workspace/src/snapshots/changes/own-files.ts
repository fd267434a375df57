import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { ChangedFile } from "@roo-code/types";
import { changedFiles, treeDifferences } from "../changed-files.ts";
import type { SnapshotContent, SnapshotRecords } from "../snapshot-records.ts";
import type { ChangeStore } from "./plan-undo.ts";
import { isSame, type Version } from "./three-way.ts";
import { patchFiles, type SavedFiles, versionOf, versionsAt } from "./versions.ts";

/** One change of a file by another task. */
interface OtherLink {
  readonly before: Version | undefined;
  readonly after: Version | undefined;
}

interface OwnRequest {
  readonly before: SnapshotContent;
  readonly now: SavedFiles;
  /** Changes by other tasks since then. */
  readonly others: ReadonlyMap<string, readonly OtherLink[]>;
  /** Later changes do not belong to the cause. */
  readonly until?: number | undefined;
}

export interface OwnFiles {
  readonly files: readonly ChangedFile[];
  /** undefined: identical to the snapshot. */
  readonly before: SavedFiles | undefined;
  readonly after: SavedFiles;
}

/** What one cause changed, with the files before and after, which differ in nothing else. */
export async function ownFiles(store: ChangeStore, request: OwnRequest): Promise<OwnFiles> {
  const { before, now, others, until } = request;
  const all = await changedFiles(store, before, now);
  const inTime = until === undefined ? all : all.filter((file) => wasChangedBy(store, file, until));
  const shared = inTime.flatMap(({ path }) => (others.has(path) ? [path] : []));
  if (shared.length === 0 && inTime.length === all.length) return { files: all, before: undefined, after: now };
  const [then, since] = [await versionsAt(store, before, shared), await versionsAt(store, now, shared)];
  const split = new Map(shared.map((path) => [path, ownPart(then.get(path), since.get(path), others.get(path) ?? [])]));
  const files = inTime.filter(({ path }) => {
    const own = split.get(path);
    return !own || !isSame(own.before, own.after);
  });
  const starts = [...split].filter(([path, own]) => !isSame(own.before, then.get(path)));
  const start = starts.length > 0 ? await patchFiles(store, before, { files: onlyBefore(starts) }) : undefined;
  const after = await patchFiles(store, start ?? before, await patchTo(store, { before, now, files, split }));
  return { files, before: start, after };
}

interface OwnPart {
  readonly before: Version | undefined;
  readonly after: Version | undefined;
}

/** If others wrote last, ours is what happened before their first change; otherwise what happened after their last. */
function ownPart(then: Version | undefined, since: Version | undefined, others: readonly OtherLink[]): OwnPart {
  const [first, last] = [others[0], others.at(-1)];
  return isSame(last?.after, since) ? { before: then, after: first?.before } : { before: last?.after, after: since };
}

function onlyBefore(parts: readonly (readonly [string, OwnPart])[]): Map<string, Version | undefined> {
  return new Map(parts.map(([path, own]) => [path, own.before]));
}

async function patchTo(
  store: ChangeStore,
  {
    before,
    now,
    files,
    split,
  }: { before: SnapshotContent; now: SavedFiles; files: readonly ChangedFile[]; split: ReadonlyMap<string, OwnPart> },
) {
  const isFolder = ({ path }: ChangedFile): boolean => path.endsWith("/");
  const paths = files.filter((file) => !isFolder(file)).map(({ path }) => path);
  const versions = await versionsAt(store, now, paths);
  const old = await versionsAt(store, before, paths);
  const lost = (before.manifest.repositories ?? []).filter((path) => !now.manifest.repositories?.includes(path));
  // In neither version: a folder whose permissions changed, or a repository.
  const isFile = (path: string): boolean => versions.has(path) || old.has(path);
  const others = paths.filter((path) => !isFile(path));
  return {
    files: new Map(
      paths.filter(isFile).map((path) => {
        const own = split.get(path);
        return [path, own ? own.after : versions.get(path)];
      }),
    ),
    folders: new Map(files.filter(isFolder).map(({ path, change }) => [path.slice(0, -1), change === "added"])),
    folderModes: new Map(others.filter((path) => !lost.includes(path)).map((path) => [path, now.manifest.modes[path]])),
    lostRepositories: lost.filter((path) => paths.includes(path)),
  };
}

/** A deleted file has no time; restoring it does no harm. */
function wasChangedBy({ folder }: ChangeStore, { path, change }: ChangedFile, until: number): boolean {
  if (change === "deleted") return true;
  const stat = lstatSync(join(folder.workspace, path), { throwIfNoEntry: false });
  return stat === undefined || Math.max(stat.mtimeMs, stat.ctimeMs) <= until;
}

/** Changes that other tasks recorded after a snapshot, by path, oldest first. */
export async function changedByOthers(
  store: ChangeStore & { readonly records: SnapshotRecords },
  { since, by }: { readonly since: string; readonly by: string },
): Promise<Map<string, OtherLink[]>> {
  const found = new Map<string, OtherLink[]>();
  for (const snapshot of await store.records.listSince(since)) {
    if (snapshot.since === undefined || snapshot.by === undefined || snapshot.by === by) continue;
    const [before, after] = await Promise.all(
      [snapshot.since, snapshot.id].map((id) => store.records.read(id).catch(() => undefined)),
    );
    if (!before || !after) continue;
    for (const { path, from, to } of await treeDifferences(store, before.tree, after.tree)) {
      const link = { before: versionOf(before.manifest, path, from), after: versionOf(after.manifest, path, to) };
      found.set(path, [...(found.get(path) ?? []), link]);
    }
  }
  return found;
}
