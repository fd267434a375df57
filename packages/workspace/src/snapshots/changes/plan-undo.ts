import { join } from "node:path";
import type { Conflict, UndoChangesOptions } from "@roo-code/types";
import { BlobReader } from "../blob-reader.ts";
import { writeObject } from "../git-objects.ts";
import { type Git, startGit } from "../git-program.ts";
import { ancestors, foldersOf, type RestorePlan } from "../restore-plan.ts";
import type { SnapshotContent } from "../snapshot-records.ts";
import type { StoreFolder } from "../store-folder.ts";
import { mergeTexts } from "./merge-texts.ts";
import type { Links, PathLink } from "./path-links.ts";
import { isSame, type Version } from "./three-way.ts";
import { type MergeVersions, undoneVersion } from "./undone-version.ts";
import { type FilesPatch, type SavedFiles, versionsAt } from "./versions.ts";

export interface ChangeStore {
  readonly folder: StoreFolder;
  readonly program: string;
  readonly git: Git;
}

export interface UndoPlan {
  readonly restore: RestorePlan;
  /** The resulting files, relative to the current ones. */
  readonly patch: FilesPatch;
  readonly merged: readonly string[];
  readonly replaced: readonly string[];
  readonly conflicts: readonly Conflict[];
  readonly kept: readonly string[];
}

/** Decides what happens to every file. Changes nothing in the workspace. */
export async function planUndo(
  store: ChangeStore,
  { links, current, onConflict = "leave" }: { links: Links; current: SavedFiles } & UndoChangesOptions,
): Promise<UndoPlan> {
  const present = await versionsAt(store, current, [...links.files.keys()]);
  const files = new Map<string, Version | undefined>();
  const [merged, replaced, kept]: [string[], string[], string[]] = [[], [], []];
  const conflicts: Conflict[] = [];
  await withMerge(store, async (merge) => {
    for (const [path, own] of [...links.files].sort(byPath)) {
      const ours = present.get(path);
      const found = await undoneVersion(own, ours, merge);
      if (found.kind === "conflict" && onConflict === "leave")
        conflicts.push({ path, reason: found.reason, canTake: true });
      else if (found.kind === "conflict" && onConflict === "mine") kept.push(path);
      else {
        const version = found.kind === "conflict" ? found.earlier : found.version;
        if (isSame(version, ours)) continue;
        files.set(path, version);
        if (found.kind === "conflict") replaced.push(path);
        if (found.kind === "version" && found.isMerged && version) merged.push(path);
      }
    }
  });
  const folders = await planFolders(store.git, { links, current, files });
  const { toCreate, toRemove, modes, folderMode, repositories } = folders;
  const writes = [...files].flatMap(([path, version]) => {
    const ours = present.get(path);
    // If only the permissions differ, they are set in place.
    return version && !isOnlyMode(version, ours) ? [{ path, ...version, exists: ours !== undefined }] : [];
  });
  for (const [path, version] of files)
    if (version && isOnlyMode(version, present.get(path))) modes.set(path, version.mode);
  return {
    restore: {
      writes,
      removals: [...files].flatMap(([path, version]) => (version ? [] : [path])),
      foldersToRemove: toRemove,
      foldersToCreate: toCreate,
      modes,
      folderMode,
      repositories,
    },
    patch: { files, folders: new Map([...toRemove.map(asGone), ...toCreate.map(asThere)]) },
    merged,
    replaced,
    conflicts,
    kept,
  };
}

/** Whether applying the plan would change nothing. */
export function isEmptyPlan({ restore }: UndoPlan): boolean {
  const { writes, removals, foldersToRemove, foldersToCreate, modes, repositories } = restore;
  return (
    [writes, removals, foldersToRemove, foldersToCreate, repositories].every(({ length }) => length === 0) &&
    modes.size === 0
  );
}

/** Provides merging; merged contents are stored as objects. */
export async function withMerge<Result>(
  { folder, program }: ChangeStore,
  work: (merge: MergeVersions) => Promise<Result>,
): Promise<Result> {
  let blobs: BlobReader | undefined;
  const read = (oid: string): Promise<Buffer> => {
    blobs ??= new BlobReader(startGit(program, folder, { arguments: ["cat-file", "--batch"], index: false }));
    return blobs.read(oid);
  };
  try {
    return await work(async ({ base, ours, theirs }) => {
      const texts = { base: await read(base.oid), ours: await read(ours.oid), theirs: await read(theirs.oid) };
      const text = await mergeTexts({ program, folder, scratch: join(folder.path, "scratch") }, texts);
      return text && writeObject(folder, "blob", text);
    });
  } finally {
    blobs?.close();
  }
}

async function planFolders(
  git: Git,
  { links, current, files }: { links: Links; current: SavedFiles; files: ReadonlyMap<string, Version | undefined> },
) {
  const folders = new FolderSets(git);
  const target = new Map<string, boolean>();
  for (const { before, created, removed } of links.folders) {
    for (const path of created) if (!(await folders.of(before)).has(path)) target.set(path, false);
    for (const path of removed) target.set(path, true);
  }
  for (const [path, version] of files) {
    const first = version ? undefined : oldest(links.files.get(path));
    if (!first) continue;
    for (const folder of ancestors(path)) if (!(await folders.of(first)).has(folder)) target.set(folder, false);
  }
  const existing = target.size > 0 ? await folders.of(current) : new Set<string>();
  const restored = new Set([...files].flatMap(([path, version]) => (version ? ancestors(path) : [])));
  const toRemove = [...target].flatMap(([path, exists]) =>
    !exists && existing.has(path) && !restored.has(path) ? [path] : [],
  );
  const modes = new Map<string, number>();
  const folderModes = new Map<string, number | undefined>();
  for (const link of links.folders) {
    for (const [path, mode] of Object.entries(link.before.manifest.modes)) folderModes.set(path, mode);
    for (const [path, [before, after]] of link.modes) {
      folderModes.set(path, before);
      if (current.manifest.modes[path] === after) modes.set(path, before ?? current.manifest.usual.folder);
    }
  }
  const lost = new Set(links.folders.flatMap(({ lostRepositories }) => lostRepositories));
  const left = new Set(current.manifest.repositories ?? []);
  return {
    toCreate: [...target].flatMap(([path, exists]) => (exists && !existing.has(path) ? [path] : [])),
    toRemove: await emptied(git, { current, files, candidates: toRemove }),
    modes,
    folderMode: (path: string) => folderModes.get(path) ?? current.manifest.usual.folder,
    repositories: [...lost].filter((path) => !left.has(path)).sort(),
  };
}

/** Folders that are empty once the files are removed, innermost first. */
async function emptied(
  git: Git,
  {
    current,
    files,
    candidates,
  }: { current: SavedFiles; files: ReadonlyMap<string, Version | undefined>; candidates: readonly string[] },
): Promise<string[]> {
  if (candidates.length === 0) return [];
  const listed = await git({
    arguments: ["ls-tree", "-r", "-z", "--name-only", "--full-tree", current.tree],
    index: false,
  });
  const isRemoved = (path: string): boolean => files.has(path) && files.get(path) === undefined;
  const remaining = listed
    .toString("utf8")
    .split("\0")
    .filter((path) => path !== "" && !isRemoved(path));
  const candidateSet = new Set(candidates);
  const empty = current.manifest.emptyFolders.filter((path) => !candidateSet.has(path));
  const nonEmpty = new Set([...remaining, ...empty].flatMap(ancestors));
  return candidates.filter((path) => !nonEmpty.has(path)).sort((one, other) => depthOf(other) - depthOf(one));
}

function depthOf(path: string): number {
  return path.split("/").length;
}

/** All folders of a snapshot, listed once. */
class FolderSets {
  readonly #git: Git;
  readonly #known = new Map<string, Promise<Set<string>>>();

  constructor(git: Git) {
    this.#git = git;
  }

  of(files: SavedFiles): Promise<Set<string>> {
    const known = this.#known.get(files.tree) ?? foldersOf(this.#git, files);
    this.#known.set(files.tree, known);
    return known;
  }
}

function oldest(links: readonly PathLink[] | undefined): SnapshotContent | undefined {
  return links?.at(-1)?.from;
}

function isOnlyMode(version: Version, ours: Version | undefined): boolean {
  return ours !== undefined && ours.oid === version.oid && ours.kind.slice(0, 3) === version.kind.slice(0, 3);
}

function byPath([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

const asGone = (path: string): [string, boolean] => [path, false];
const asThere = (path: string): [string, boolean] => [path, true];
