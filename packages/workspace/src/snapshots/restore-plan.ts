import { differences, nothing, type TreeDifference } from "./diff-trees.ts";
import type { Git } from "./git-program.ts";
import type { SnapshotContent } from "./snapshot-records.ts";
import { parentOf } from "./tree-state.ts";

export interface PlannedFile {
  readonly path: string;
  /** Of git's: `120000` is a link. */
  readonly kind: string;
  readonly oid: string;
  readonly mode: number;
  readonly isThere: boolean;
}

/** What must happen to turn one snapshot's files into another's. */
export interface RestorePlan {
  readonly writes: readonly PlannedFile[];
  readonly removals: readonly string[];
  /** To be removed where empty, innermost first. */
  readonly foldersToRemove: readonly string[];
  /** To be made, outermost first. */
  readonly foldersToMake: readonly string[];
  /** Permissions of what is otherwise as it should be. */
  readonly modes: ReadonlyMap<string, number>;
  readonly folderMode: (path: string) => number;
  /** To be brought back where they are gone. */
  readonly repositories: readonly string[];
}

export async function planRestore(
  git: Git,
  { before, target, paths }: { before: SnapshotContent; target: SnapshotContent; paths: readonly string[] | undefined },
): Promise<RestorePlan> {
  const isWanted = pathFilter(paths);
  const found = (await differences(git, before.tree, target.tree)).filter(({ path }) => isWanted(path));
  const kept = await foldersOf(git, target);
  const removals = found.filter(({ to }) => to.mode === nothing).map(({ path }) => path);
  const emptied = [
    ...removals.flatMap(ancestors),
    ...before.manifest.emptyFolders.filter(isWanted).flatMap(withAncestors),
  ];
  return {
    writes: found.filter(({ to }) => to.mode !== nothing).map((difference) => plannedFile(difference, target)),
    removals,
    foldersToRemove: [...new Set(emptied)].filter((path) => !kept.has(path)).sort(deepestFirst),
    foldersToMake: target.manifest.emptyFolders.filter(isWanted),
    modes: changedModes({ before, target }, { found, isWanted }),
    folderMode: (path) => target.manifest.modes[path] ?? target.manifest.usual.folder,
    repositories: (target.manifest.repositories ?? []).filter(isWanted),
  };
}

/** Of a workspace-relative path, outermost first, without itself and the root. */
export function ancestors(path: string): string[] {
  const parent = parentOf(path);
  return parent === "" ? [] : [...ancestors(parent), parent];
}

function plannedFile({ path, from, to }: TreeDifference, { manifest }: SnapshotContent): PlannedFile {
  const usual = to.mode === "100755" ? manifest.usual.executable : manifest.usual.file;
  return { path, kind: to.mode, oid: to.oid, mode: manifest.modes[path] ?? usual, isThere: from.mode !== nothing };
}

function changedModes(
  { before, target }: { before: SnapshotContent; target: SnapshotContent },
  { found, isWanted }: { found: readonly TreeDifference[]; isWanted: (path: string) => boolean },
): Map<string, number> {
  const written = new Set(found.map(({ path }) => path));
  const [old, wanted] = [before.manifest.modes, target.manifest.modes];
  const modes = new Map<string, number>();
  for (const path of new Set([...Object.keys(old), ...Object.keys(wanted)])) {
    if (old[path] === wanted[path] || written.has(path) || !isWanted(path)) continue;
    const { file, executable } = target.manifest.usual;
    modes.set(path, wanted[path] ?? ((old[path] ?? 0) & 0o100 ? executable : file));
  }
  return modes;
}

/** Every folder there is, with something in it or not. */
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

/** Whether a path is one of those, or below one. */
export function pathFilter(paths: readonly string[] | undefined): (path: string) => boolean {
  const wanted = new Set(paths?.map((path) => path.replace(/^(\.\/)+/, "").replace(/\/+$/, "")));
  if (!paths || wanted.has(".") || wanted.has("")) return () => true;
  return (path) => wanted.has(path) || ancestors(path).some((folder) => wanted.has(folder));
}
