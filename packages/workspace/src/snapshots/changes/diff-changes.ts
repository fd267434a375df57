import type { FileDiff, SnapshotDiff } from "@roo-code/types";
import { diffTrees } from "../diff-trees.ts";
import { writeObject } from "../git-objects.ts";
import { patchTree } from "../patch-tree.ts";
import type { Links } from "./path-links.ts";
import { type ChangePlace, withMerge } from "./plan-take-back.ts";
import { takeBackVersion } from "./take-back-version.ts";
import { isSame, type Version } from "./three-way.ts";
import { entryOf, type SavedFiles, versionsAt } from "./versions.ts";

/**
 * What of changes is in the files: each beside what it would be without them, so that what somebody else did shows on
 * neither side. Where the two cannot be told apart, what the changes themselves did.
 */
export async function diffChanges(
  place: ChangePlace,
  links: Links,
  /** The files as they are; absent: as the newest change of each left it. */
  current: SavedFiles | undefined,
): Promise<SnapshotDiff> {
  const there = current && (await versionsAt(place, current, [...links.files.keys()]));
  const [left, right] = [new Map<string, Version | undefined>(), new Map<string, Version | undefined>()];
  const mixed = new Set<string>();
  await withMerge(place, async (merge) => {
    for (const [path, own] of links.files) {
      const ours = there ? there.get(path) : own[0]?.after;
      const found = await takeBackVersion(own, ours, merge);
      const without = found.kind === "version" ? found.version : found.earlier;
      const withThem = found.kind === "version" ? ours : own[0]?.after;
      if (isSame(without, withThem)) continue;
      left.set(path, without);
      right.set(path, withThem);
      if (found.kind === "conflict") mixed.add(path);
    }
  });
  const { files, isTruncated } = await diffTrees(place.git, await treeOf(place, left), await treeOf(place, right));
  const named = new Set(files.map(({ path }) => path));
  // Other permissions that git does not know of.
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

async function treeOf(place: ChangePlace, versions: ReadonlyMap<string, Version | undefined>): Promise<string> {
  const entries = new Map([...versions].map(([path, version]) => [path, version && entryOf(version)]));
  return (await patchTree(place, undefined, entries)) ?? writeObject(place.folder, "tree", Buffer.alloc(0));
}
