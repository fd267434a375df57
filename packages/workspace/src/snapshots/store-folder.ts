import { type BigIntStats, existsSync, lstatSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../files/file-version.ts";
import { ObjectCache } from "./git-objects.ts";
import { SnapshotJournal } from "./journal.ts";
import { placeFile } from "./place-file.ts";

/** Where the snapshots of one workspace are: laid out as git expects a repository. */
export interface StoreFolder {
  readonly path: string;
  /** Absolute, through all links. */
  readonly workspace: string;
  /** What git knows about the files it saw last: lets it find what changed without reading. */
  readonly index: string;
  readonly refs: string;
  readonly objects: ObjectCache;
  readonly journal: SnapshotJournal;
}

/** Nothing of git's that changes, converts, runs or guesses. Names are kept whatever another system thinks of them. */
const configuration = `[core]
	repositoryformatversion = 0
	bare = false
	fileMode = true
	symlinks = ${process.platform !== "win32"}
	autocrlf = false
	safecrlf = false
	hooksPath = /dev/null
	fsmonitor = false
	excludesFile = /dev/null
	attributesFile = /dev/null
	precomposeUnicode = false
	protectHFS = ${process.platform === "darwin"}
	protectNTFS = ${process.platform === "win32"}
	preloadIndex = true
	untrackedCache = false
	compression = 1
	logAllRefUpdates = false
[index]
	version = 4
[gc]
	auto = 0
[maintenance]
	auto = false
[feature]
	manyFiles = false
[diff]
	renames = false
[submodule]
	recurse = false
`;

/** Outranks every `.gitattributes` of the workspace. */
const attributes = "* -text !eol -filter -ident !working-tree-encoding !diff !merge\n";

export function storeFolder(home: string, workspace: string): StoreFolder {
  const path = join(home, "snapshots", sha256(workspace).slice(0, 24));
  return {
    path,
    workspace,
    index: join(path, "index"),
    refs: join(path, "refs", "snapshots"),
    objects: new ObjectCache(),
    journal: new SnapshotJournal(path),
  };
}

/** May be called by several at once: every file is put in place whole. */
export function prepareStoreFolder(folder: StoreFolder): void {
  if (existsSync(join(folder.path, "HEAD"))) return;
  for (const part of ["objects/pack", "objects/info", "refs/heads", "refs/snapshots", "info"]) {
    mkdirSync(join(folder.path, part), { recursive: true, mode: 0o700 });
  }
  placeFile(join(folder.path, "config"), configuration);
  placeFile(join(folder.path, "info", "attributes"), attributes);
  placeFile(join(folder.path, "workspace.txt"), `${folder.workspace}\n`);
  placeFile(join(folder.path, "HEAD"), "ref: refs/heads/none\n");
}

/** What its files take on disk. One that has a second name elsewhere takes nothing. */
export function folderSize(path: string): number {
  let size = 0;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) size += folderSize(inner);
    else size += allocated(lstatSync(inner, { bigint: true, throwIfNoEntry: false }));
  }
  return size;
}

function allocated(stat: BigIntStats | undefined): number {
  if (stat === undefined || stat.nlink > 1n) return 0;
  return stat.blocks === undefined ? Number(stat.size) : Number(stat.blocks) * 512;
}
