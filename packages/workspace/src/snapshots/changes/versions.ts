import { nothing, type TreeDifference } from "../diff-trees.ts";
import { folderMode, readLooseTree, type TreeEntry, writeObject } from "../git-objects.ts";
import type { Git } from "../git-program.ts";
import type { Manifest } from "../manifest.ts";
import { patchTree } from "../patch-tree.ts";
import { ancestors } from "../restore-plan.ts";
import type { StoreFolder } from "../store-folder.ts";
import { isLink, type Version } from "./three-way.ts";

/** A workspace's files, saved or current. */
export interface SavedFiles {
  readonly tree: string;
  readonly manifest: Manifest;
}

const linkKind = "120000";
/** For more paths, listing the whole tree is faster. */
const maxPathArguments = 200;

export function versionOf({ usual, modes }: Manifest, path: string, side: TreeDifference["to"]): Version | undefined {
  if (side.mode === nothing) return undefined;
  if (side.mode === linkKind) return { kind: side.mode, oid: side.oid, mode: 0 };
  const defaultMode = side.mode === "100755" ? usual.executable : usual.file;
  return { kind: side.mode, oid: side.oid, mode: modes[path] ?? defaultMode };
}

/** Paths that are folders or do not exist are left out. */
export async function versionsAt(
  { git, folder }: { readonly git: Git; readonly folder: StoreFolder },
  { tree, manifest }: SavedFiles,
  paths: readonly string[],
): Promise<Map<string, Version>> {
  const found = new Map<string, Version>();
  if (paths.length === 0) return found;
  for (const [path, side] of looseEntries(folder, tree, paths) ?? (await listedEntries(git, tree, paths))) {
    const version = versionOf(manifest, path, side);
    if (version) found.set(path, version);
  }
  return found;
}

const noEntries: ReadonlyMap<string, TreeEntry> = new Map();

type Entries = ReadonlyMap<string, TreeDifference["to"]>;

/** Without git, which is slow to start. undefined if a folder of a path is in a pack. */
function looseEntries(folder: StoreFolder, root: string, paths: readonly string[]): Entries | undefined {
  if (paths.length > maxPathArguments) return undefined;
  const found = new Map<string, TreeDifference["to"]>();
  for (const path of paths) {
    let entry: TreeEntry | undefined = { mode: folderMode, name: "", oid: root };
    for (const name of path.split("/")) {
      const entries: ReadonlyMap<string, TreeEntry> | undefined =
        entry?.mode === folderMode ? readLooseTree(folder, entry.oid) : noEntries;
      if (!entries) return undefined;
      entry = entries.get(name);
    }
    if (entry && entry.mode !== folderMode) found.set(path, entry);
  }
  return found;
}

async function listedEntries(git: Git, tree: string, paths: readonly string[]): Promise<Entries> {
  const wanted = new Set(paths);
  const asked = paths.length <= maxPathArguments ? ["--", ...paths] : [];
  const listed = await git({ arguments: ["ls-tree", "-r", "-z", "--full-tree", tree, ...asked], index: false });
  const found = new Map<string, TreeDifference["to"]>();
  for (const line of listed.toString("utf8").split("\0").slice(0, -1)) {
    const tab = line.indexOf("\t");
    const path = line.slice(tab + 1);
    const [mode = "", , oid = ""] = line.slice(0, tab).split(" ");
    if (wanted.has(path)) found.set(path, { mode, oid });
  }
  return found;
}

export interface FilesPatch {
  /** undefined: deleted. */
  readonly files: ReadonlyMap<string, Version | undefined>;
  /** Empty folders; false: removed. */
  readonly folders?: ReadonlyMap<string, boolean>;
  readonly folderModes?: ReadonlyMap<string, number | undefined>;
  readonly lostRepositories?: readonly string[];
}

/** The files that result from applying a few changes to others. */
export async function patchFiles(
  store: { readonly git: Git; readonly folder: StoreFolder },
  { tree, manifest }: SavedFiles,
  { files, folders = new Map(), folderModes = new Map(), lostRepositories = [] }: FilesPatch,
): Promise<SavedFiles> {
  const changes = new Map([...files].map(([path, version]) => [path, version && entryOf(version)]));
  const patched = await patchTree(store, tree, changes);
  const modes: Record<string, number> = { ...manifest.modes };
  const empty = new Set(manifest.emptyFolders);
  for (const [path, mode] of folderModes) setMode(modes, path, mode);
  for (const [path, exists] of folders) {
    if (exists) empty.add(path);
    else empty.delete(path);
  }
  for (const [path, version] of files) {
    setMode(modes, path, version && nonDefaultMode(manifest, version));
    if (version) for (const folder of ancestors(path)) empty.delete(folder);
  }
  const { repositories } = manifest;
  return {
    tree: patched ?? writeObject(store.folder, "tree", Buffer.alloc(0)),
    manifest: {
      ...manifest,
      modes,
      emptyFolders: [...empty].sort(),
      repositories: repositories?.filter((path) => !lostRepositories.includes(path)),
    },
  };
}

export function entryOf({ kind, oid }: Version): { mode: string; oid: string } {
  return { mode: kind, oid };
}

function nonDefaultMode({ usual }: Manifest, version: Version): number | undefined {
  if (isLink(version)) return undefined;
  return version.mode === (version.mode & 0o100 ? usual.executable : usual.file) ? undefined : version.mode;
}

function setMode(modes: Record<string, number>, path: string, mode: number | undefined): void {
  if (mode === undefined) delete modes[path];
  else modes[path] = mode;
}
