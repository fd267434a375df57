import { missingIn, treeDifferences } from "../changed-files.ts";
import { comparablePaths, isAmong } from "../comparable-paths.ts";
import type { Git } from "../git-program.ts";
import { lostRepositories } from "../manifest.ts";
import { pathFilter } from "../restore-plan.ts";
import type { SnapshotContent } from "../snapshot-records.ts";
import type { StoreFolder } from "../store-folder.ts";
import type { Version } from "./three-way.ts";
import { versionOf, versionsAt } from "./versions.ts";

/** One change of one file. */
export interface PathLink {
  readonly before: Version | undefined;
  readonly after: Version | undefined;
  /** The files before the change. */
  readonly from: SnapshotContent;
}

/** A change with the contents of both its snapshots. */
export interface LoadedChange {
  readonly before: SnapshotContent;
  readonly after: SnapshotContent;
  readonly paths?: readonly string[] | undefined;
}

/** What a change did to folders and repositories. */
interface FolderLink {
  readonly before: SnapshotContent;
  readonly created: readonly string[];
  readonly removed: readonly string[];
  /** Permissions of folders: [before, after]. */
  readonly modes: ReadonlyMap<string, readonly [number | undefined, number | undefined]>;
  readonly lostRepositories: readonly string[];
}

export interface Links {
  /** Newest first. */
  readonly files: ReadonlyMap<string, readonly PathLink[]>;
  /** Newest first. */
  readonly folders: readonly FolderLink[];
}

/** The history of each path. `changes` are ordered oldest first. */
export async function linksOf(
  store: { readonly git: Git; readonly folder: StoreFolder },
  changes: readonly LoadedChange[],
): Promise<Links> {
  const files = new Map<string, PathLink[]>();
  const folders: FolderLink[] = [];
  for (const change of changes.toReversed()) {
    const { before, after } = change;
    const isChosen = pathFilter(change.paths);
    const isComparable = isAmong(comparablePaths(before.snapshot, after.snapshot));
    const isSelected = (path: string): boolean => isChosen(path) && isComparable(path);
    const add = (path: string, link: Omit<PathLink, "from">): void => {
      files.set(path, [...(files.get(path) ?? []), { ...link, from: before }]);
    };
    const found = (await treeDifferences(store, before.tree, after.tree)).filter(({ path }) => isSelected(path));
    for (const { path, from, to } of found)
      add(path, { before: versionOf(before.manifest, path, from), after: versionOf(after.manifest, path, to) });
    const inTrees = new Set(found.map(({ path }) => path));
    const otherModes = modesThatDiffer(change).filter((path) => isSelected(path) && !inTrees.has(path));
    const versions = await versionsAt(store, before, otherModes);
    for (const [path, version] of versions)
      add(path, { before: version, after: { ...version, mode: modeIn(after, path, version) } });
    const folderModes = otherModes.filter((path) => !versions.has(path));
    folders.push({
      before,
      created: missingIn(before.manifest.emptyFolders, after.manifest.emptyFolders).filter(isSelected),
      removed: missingIn(after.manifest.emptyFolders, before.manifest.emptyFolders).filter(isSelected),
      modes: new Map(folderModes.map((path) => [path, [before.manifest.modes[path], after.manifest.modes[path]]])),
      lostRepositories: lostRepositories(before.manifest, after.manifest).filter(isSelected),
    });
  }
  return { files, folders };
}

function modesThatDiffer({ before, after }: LoadedChange): string[] {
  const [old, fresh] = [before.manifest.modes, after.manifest.modes];
  return Object.keys({ ...old, ...fresh }).filter((path) => old[path] !== fresh[path]);
}

function modeIn({ manifest }: SnapshotContent, path: string, { kind }: Version): number {
  return manifest.modes[path] ?? (kind === "100755" ? manifest.usual.executable : manifest.usual.file);
}
