import { differences, nothing, type TreeDifference } from "./diff-trees.ts";
import type { Git } from "./git-program.ts";
import type { SnapshotContent } from "./snapshot-records.ts";
import { parentOf } from "./tree-state.ts";

export interface PlannedFile {
  readonly path: string;
  /** Git's file mode: `120000` is a link. */
  readonly kind: string;
  readonly oid: string;
  readonly mode: number;
  readonly exists: boolean;
}

/** The steps that turn one snapshot's files into another's. */
export interface RestorePlan {
  readonly writes: readonly PlannedFile[];
  readonly removals: readonly string[];
  /** Removed if empty, innermost first. */
  readonly foldersToRemove: readonly string[];
  /** Created, outermost first. */
  readonly foldersToCreate: readonly string[];
  /** Permissions of files that need no other change. */
  readonly modes: ReadonlyMap<string, number>;
  readonly folderMode: (path: string) => number;
  /** Restored if they are gone. */
  readonly repositories: readonly string[];
}

export async function planRestore(
  git: Git,
  { before, target, paths }: { before: SnapshotContent; target: SnapshotContent; paths: readonly string[] | undefined },
): Promise<RestorePlan> {
  const isSelected = pathFilter(paths);
  const found = (await differences(git, before.tree, target.tree)).filter(({ path }) => isSelected(path));
  const kept = await foldersOf(git, target);
  const removals = found.filter(({ to }) => to.mode === nothing).map(({ path }) => path);
  const emptied = [
    ...removals.flatMap(ancestors),
    ...before.manifest.emptyFolders.filter(isSelected).flatMap(withAncestors),
  ];
  return {
    writes: found.filter(({ to }) => to.mode !== nothing).map((difference) => plannedFile(difference, target)),
    removals,
    foldersToRemove: [...new Set(emptied)].filter((path) => !kept.has(path)).sort(deepestFirst),
    foldersToCreate: target.manifest.emptyFolders.filter(isSelected),
    modes: changedModes({ before, target }, { found, isSelected }),
    folderMode: (path) => target.manifest.modes[path] ?? target.manifest.usual.folder,
    repositories: (target.manifest.repositories ?? []).filter(isSelected),
  };
}

/** Ancestors of a workspace-relative path, outermost first, without the root. */
export function ancestors(path: string): string[] {
  const parent = parentOf(path);
  return parent === "" ? [] : [...ancestors(parent), parent];
}

function plannedFile({ path, from, to }: TreeDifference, { manifest }: SnapshotContent): PlannedFile {
  const usual = to.mode === "100755" ? manifest.usual.executable : manifest.usual.file;
  return { path, kind: to.mode, oid: to.oid, mode: manifest.modes[path] ?? usual, exists: from.mode !== nothing };
}

function changedModes(
  { before, target }: { before: SnapshotContent; target: SnapshotContent },
  { found, isSelected }: { found: readonly TreeDifference[]; isSelected: (path: string) => boolean },
): Map<string, number> {
  const written = new Set(found.map(({ path }) => path));
  const [old, fresh] = [before.manifest.modes, target.manifest.modes];
  const modes = new Map<string, number>();
  for (const path of new Set([...Object.keys(old), ...Object.keys(fresh)])) {
    if (old[path] === fresh[path] || written.has(path) || !isSelected(path)) continue;
    const { file, executable } = target.manifest.usual;
    modes.set(path, fresh[path] ?? ((old[path] ?? 0) & 0o100 ? executable : file));
  }
  return modes;
}

/** All folders, empty or not. */
export async function foldersOf(
  git: Git,
  { tree, manifest }: Pick<SnapshotContent, "tree" | "manifest">,
): Promise<Set<string>> {
  const listed = await git({
    arguments: ["ls-tree", "-r", "-d", "-z", "--name-only", "--full-tree", tree],
    index: false,
  });
  return new Set([...listed.toString("utf8").split("\0"), ...manifest.emptyFolders.flatMap(withAncestors)]);
}

function withAncestors(path: string): string[] {
  return [...ancestors(path), path];
}

function deepestFirst(left: string, right: string): number {
  return right.split("/").length - left.split("/").length;
}

/** Matches these paths and everything below them. */
export function pathFilter(paths: readonly string[] | undefined): (path: string) => boolean {
  const selected = new Set(paths?.map((path) => path.replace(/^(\.\/)+/, "").replace(/\/+$/, "")));
  if (!paths || selected.has(".") || selected.has("")) return () => true;
  return (path) => selected.has(path) || ancestors(path).some((folder) => selected.has(folder));
}
