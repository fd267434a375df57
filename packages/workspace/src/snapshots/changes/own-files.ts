import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { ChangedFile } from "@roo-code/types";
import { changedFiles } from "../changed-files.ts";
import type { SnapshotContent } from "../snapshot-records.ts";
import type { OtherLink } from "./other-tasks.ts";
import type { ChangePlace } from "./plan-take-back.ts";
import { isSame, type Version } from "./three-way.ts";
import { patchFiles, type SavedFiles, versionsAt } from "./versions.ts";

interface OwnRequest {
  readonly before: SnapshotContent;
  readonly now: SavedFiles;
  /** What other tasks did since. */
  readonly others: ReadonlyMap<string, readonly OtherLink[]>;
  /** What was changed after this is not the cause's. */
  readonly until?: number | undefined;
}

export interface OwnFiles {
  readonly files: readonly ChangedFile[];
  /** undefined: the snapshot itself. */
  readonly before: SavedFiles | undefined;
  readonly after: SavedFiles;
}

/** What a cause changed, with the files before and after it that differ in nothing else. */
export async function ownFiles(place: ChangePlace, request: OwnRequest): Promise<OwnFiles> {
  const { before, now, others, until } = request;
  const all = await changedFiles(place, before, now);
  const inTime = until === undefined ? all : all.filter((file) => isUntil(place, file, until));
  const shared = inTime.flatMap(({ path }) => (others.has(path) ? [path] : []));
  if (shared.length === 0 && inTime.length === all.length) return { files: all, before: undefined, after: now };
  const [then, since] = [await versionsAt(place, before, shared), await versionsAt(place, now, shared)];
  const split = new Map(shared.map((path) => [path, ownPart(then.get(path), since.get(path), others.get(path) ?? [])]));
  const files = inTime.filter(({ path }) => {
    const own = split.get(path);
    return !own || !isSame(own.before, own.after);
  });
  const starts = [...split].filter(([path, own]) => !isSame(own.before, then.get(path)));
  const start = starts.length > 0 ? await patchFiles(place, before, { files: onlyBefore(starts) }) : undefined;
  const after = await patchFiles(place, start ?? before, await patchTo(place, { before, now, files, split }));
  return { files, before: start, after };
}

interface OwnPart {
  readonly before: Version | undefined;
  readonly after: Version | undefined;
}

/** Others wrote last: ours is what was done before the first of them; else what was done after the last. */
function ownPart(then: Version | undefined, since: Version | undefined, others: readonly OtherLink[]): OwnPart {
  const [first, last] = [others[0], others.at(-1)];
  return isSame(last?.after, since) ? { before: then, after: first?.before } : { before: last?.after, after: since };
}

function onlyBefore(parts: readonly (readonly [string, OwnPart])[]): Map<string, Version | undefined> {
  return new Map(parts.map(([path, own]) => [path, own.before]));
}

async function patchTo(
  place: ChangePlace,
  {
    before,
    now,
    files,
    split,
  }: { before: SnapshotContent; now: SavedFiles; files: readonly ChangedFile[]; split: ReadonlyMap<string, OwnPart> },
) {
  const isFolder = ({ path }: ChangedFile): boolean => path.endsWith("/");
  const paths = files.filter((file) => !isFolder(file)).map(({ path }) => path);
  const versions = await versionsAt(place, now, paths);
  const old = await versionsAt(place, before, paths);
  const lost = (before.manifest.repositories ?? []).filter((path) => !now.manifest.repositories?.includes(path));
  // Neither before nor after: a folder whose permissions changed, or a repository.
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

/** What is gone has no time: that it comes back harms nobody. */
function isUntil({ folder }: ChangePlace, { path, change }: ChangedFile, until: number): boolean {
  if (change === "deleted") return true;
  const stat = lstatSync(join(folder.workspace, path), { throwIfNoEntry: false });
  return stat === undefined || Math.max(stat.mtimeMs, stat.ctimeMs) <= until;
}
