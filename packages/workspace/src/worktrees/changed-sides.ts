import type { Sides } from "../snapshots/changes/three-way.ts";
import { versionOf } from "../snapshots/changes/versions.ts";
import { differences, type TreeDifference } from "../snapshots/diff-trees.ts";
import type { Git } from "../snapshots/git-program.ts";
import { ancestors } from "../snapshots/restore-plan.ts";
import type { SnapshotContent } from "../snapshots/snapshot-records.ts";

export interface MergeSides {
  readonly base: SnapshotContent;
  readonly ours: SnapshotContent;
  readonly theirs: SnapshotContent;
}

/** All three versions of every file and link that the copy changed. */
export async function changedSides(git: Git, sides: MergeSides): Promise<Map<string, Sides>> {
  const { base, ours, theirs } = sides;
  const byOurs = new Map((await differences(git, base.tree, ours.tree)).map((one) => [one.path, one]));
  const found = await differences(git, base.tree, theirs.tree);
  const byTheirs = new Set(found.map(({ path }) => path));
  const onlyModes = Object.keys({ ...base.manifest.modes, ...theirs.manifest.modes }).filter(
    (path) => base.manifest.modes[path] !== theirs.manifest.modes[path] && !byTheirs.has(path),
  );
  return new Map(
    [...found, ...(await unchanged(git, base.tree, onlyModes))].map(({ path, from, to }) => [
      path,
      {
        base: versionOf(base.manifest, path, from),
        ours: versionOf(ours.manifest, path, byOurs.get(path)?.to ?? from),
        theirs: versionOf(theirs.manifest, path, to),
      },
    ]),
  );
}

/** The paths that are files of a tree, in the form of differences. */
async function unchanged(git: Git, tree: string, paths: readonly string[]): Promise<TreeDifference[]> {
  if (paths.length === 0) return [];
  const expected = new Set(paths);
  const listed = await git({ arguments: ["ls-tree", "-r", "-z", "--full-tree", tree] });
  return listed
    .toString("utf8")
    .split("\0")
    .slice(0, -1)
    .flatMap((line) => {
      const tab = line.indexOf("\t");
      const path = line.slice(tab + 1);
      const [mode = "", , oid = ""] = line.slice(0, tab).split(" ");
      return expected.has(path) ? [{ path, from: { mode, oid }, to: { mode, oid } }] : [];
    });
}

export interface ChangedFolders {
  /** Removed if empty, innermost first. */
  readonly toRemove: readonly string[];
  readonly toMake: readonly string[];
  /** Permissions that differ from the current ones, or from those of a new folder. */
  readonly modes: Readonly<Record<string, number>>;
}

/** What the copy did to folders: those it emptied, created empty, or gave other permissions. */
export async function changedFolders(git: Git, { base, ours, theirs }: MergeSides): Promise<ChangedFolders> {
  const [before, after] = [await foldersOf(git, base), await foldersOf(git, theirs)];
  const modes: Record<string, number> = {};
  for (const folder of after) {
    const [old, expected, own] = [base, theirs, ours].map((content) => modeOf(content, folder));
    const isNew = !before.has(folder);
    if (isNew ? expected !== ours.manifest.usual.folder : expected !== old && own === old)
      modes[folder] = expected ?? 0o755;
  }
  return {
    toRemove: [...before].filter((folder) => !after.has(folder)).sort(deepestFirst),
    toMake: theirs.manifest.emptyFolders.filter((folder) => !before.has(folder)),
    modes,
  };
}

async function foldersOf(git: Git, { tree, manifest }: SnapshotContent): Promise<Set<string>> {
  const listed = await git({ arguments: ["ls-tree", "-r", "-d", "-z", "--name-only", "--full-tree", tree] });
  const filled = listed.toString("utf8").split("\0").slice(0, -1);
  return new Set([...filled, ...manifest.emptyFolders.flatMap((folder) => [...ancestors(folder), folder])]);
}

function modeOf({ manifest }: SnapshotContent, folder: string): number {
  return manifest.modes[folder] ?? manifest.usual.folder;
}

function deepestFirst(left: string, right: string): number {
  return right.split("/").length - left.split("/").length;
}
