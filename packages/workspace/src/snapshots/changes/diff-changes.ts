import type { FileDiff, SnapshotDiff } from "@roo-code/types";
import { diffTrees } from "../diff-trees.ts";
import { writeObject } from "../git-objects.ts";
import { patchTree } from "../patch-tree.ts";
import type { Links } from "./path-links.ts";
import { type ChangeStore, withMerge } from "./plan-undo.ts";
import { isSame, type Version } from "./three-way.ts";
import { undoneVersion } from "./undone-version.ts";
import { entryOf, type SavedFiles, versionsAt } from "./versions.ts";

/**
 * The part of these changes that is still in the files: each file compared with what it would be without them, so that
 * edits by others appear on neither side. Where the two cannot be separated, the recorded change itself.
 */
export async function diffChanges(
  store: ChangeStore,
  links: Links,
  /** The current files; if absent, each file as its newest change left it. */
  current: SavedFiles | undefined,
): Promise<SnapshotDiff> {
  const versions = current && (await versionsAt(store, current, [...links.files.keys()]));
  const [left, right] = [new Map<string, Version | undefined>(), new Map<string, Version | undefined>()];
  const mixed = new Set<string>();
  await withMerge(store, async (merge) => {
    for (const [path, own] of links.files) {
      const ours = versions ? versions.get(path) : own[0]?.after;
      const found = await undoneVersion(own, ours, merge);
      const without = found.kind === "version" ? found.version : found.earlier;
      const withThem = found.kind === "version" ? ours : own[0]?.after;
      if (isSame(without, withThem)) continue;
      left.set(path, without);
      right.set(path, withThem);
      if (found.kind === "conflict") mixed.add(path);
    }
  });
  const { files, isTruncated } = await diffTrees(store.git, await treeOf(store, left), await treeOf(store, right));
  const named = new Set(files.map(({ path }) => path));
  // Permissions that git does not track.
  const modesOnly = [...left.keys()].filter((path) => !isTruncated && !named.has(path));
  const lost = new Set(links.folders.flatMap(({ lostRepositories }) => lostRepositories));
  const back = new Set(current?.manifest.repositories ?? []);
  const more: FileDiff[] = [
    ...modesOnly.map((path) => ({ path, change: "changed" as const })),
    ...[...lost].filter((path) => !back.has(path)).map((path) => ({ path, change: "deleted" as const })),
  ];
  const marked = files.map((file) => (mixed.has(file.path) ? { ...file, isMixed: true } : file));
  return { files: [...marked, ...more], isTruncated };
}

async function treeOf(store: ChangeStore, versions: ReadonlyMap<string, Version | undefined>): Promise<string> {
  const entries = new Map([...versions].map(([path, version]) => [path, version && entryOf(version)]));
  return (await patchTree(store, undefined, entries)) ?? writeObject(store.folder, "tree", Buffer.alloc(0));
}
