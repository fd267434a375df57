import { folderMode, parseTree, readLooseTree, rememberTree, type TreeEntry, writeTree } from "./git-objects.ts";
import type { Git } from "./git-program.ts";
import type { StoreFolder } from "./store-folder.ts";

/** The new file or link at a path; undefined: removed. */
export type TreeChange = { readonly mode: string; readonly oid: string } | undefined;

/**
 * The tree that results from applying a few changes to another, reading and writing only the affected folders. A folder that
 * is removed and has changes below it contains only those afterwards. undefined: the tree is empty.
 */
export async function patchTree(
  store: { git: Git; folder: StoreFolder },
  tree: string | undefined,
  changes: ReadonlyMap<string, TreeChange>,
): Promise<string | undefined> {
  const entries = new Map(tree === undefined ? [] : await readTree(store, tree));
  for (const [name, { own, below }] of groupByName(changes)) {
    if (own !== none) entries.delete(name);
    if (own !== none && own !== undefined) entries.set(name, { name, ...own });
    if (below.size === 0) continue;
    const before = entries.get(name);
    const oid = await patchTree(store, before?.mode === folderMode ? before.oid : undefined, below);
    if (oid === undefined) entries.delete(name);
    else entries.set(name, { name, mode: folderMode, oid });
  }
  return entries.size === 0 ? undefined : writeTree(store.folder, [...entries.values()]);
}

const none = Symbol("not mentioned");

interface ChangesOfName {
  own: TreeChange | typeof none;
  readonly below: Map<string, TreeChange>;
}

function groupByName(changes: ReadonlyMap<string, TreeChange>): Map<string, ChangesOfName> {
  const groups = new Map<string, ChangesOfName>();
  for (const [path, change] of changes) {
    const slash = path.indexOf("/");
    const name = slash === -1 ? path : path.slice(0, slash);
    const group: ChangesOfName = groups.get(name) ?? { own: none, below: new Map() };
    groups.set(name, group);
    if (slash === -1) group.own = change;
    else group.below.set(path.slice(slash + 1), change);
  }
  return groups;
}

async function readTree(
  { git, folder }: { git: Git; folder: StoreFolder },
  oid: string,
): Promise<ReadonlyMap<string, TreeEntry>> {
  const loose = readLooseTree(folder, oid);
  if (loose) return loose;
  return rememberTree(folder, oid, parseTree(await git({ arguments: ["cat-file", "tree", oid], index: false })));
}
