import { type BigIntStats, existsSync, lstatSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../files/file-version.ts";
import { ObjectCache } from "./git-objects.ts";
import { SnapshotJournal } from "./journal.ts";
import { writeAtomically } from "./write-atomically.ts";

/** The folder with the snapshots of one workspace, laid out as a git repository. */
export interface StoreFolder {
  readonly path: string;
  /** Absolute, with all links resolved. */
  readonly workspace: string;
  /** Git's record of the files it last saw: finds changes without reading them. */
  readonly index: string;
  readonly refs: string;
  readonly objects: ObjectCache;
  readonly journal: SnapshotJournal;
}

/** Disables everything in git that changes, converts, runs or guesses. Names are kept regardless of other systems' rules. */
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

/** Takes precedence over every `.gitattributes` of the workspace. */
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

/** Safe to call concurrently: files are replaced atomically. */
export function prepareStoreFolder(folder: StoreFolder): void {
  if (existsSync(join(folder.path, "HEAD"))) return;
  for (const part of ["objects/pack", "objects/info", "refs/heads", "refs/snapshots", "info"]) {
    mkdirSync(join(folder.path, part), { recursive: true, mode: 0o700 });
  }
  writeAtomically(join(folder.path, "config"), configuration);
  writeAtomically(join(folder.path, "info", "attributes"), attributes);
  writeAtomically(join(folder.path, "workspace.txt"), `${folder.workspace}\n`);
  writeAtomically(join(folder.path, "HEAD"), "ref: refs/heads/none\n");
}

/** Disk usage. Files with hard links elsewhere count as 0. */
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
