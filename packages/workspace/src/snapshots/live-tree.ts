import { join } from "node:path";
import { writeObject } from "./git-objects.ts";
import type { Git } from "./git-program.ts";
import { patchTree, type TreeChange } from "./patch-tree.ts";
import { saveFile } from "./save-small-tree.ts";
import { type ScanRules, scanFolder } from "./scan-folder.ts";
import type { StoreFolder } from "./store-folder.ts";
import { below, parentOf, type TreeState } from "./tree-state.ts";
import type { Changes, WorkspaceWatch } from "./workspace-watch.ts";

export interface LiveTree {
  readonly tree: string;
  readonly state: TreeState;
}

interface Update {
  readonly rules: ScanRules;
  readonly store: { readonly folder: StoreFolder; readonly git: Git };
  readonly watch: WorkspaceWatch;
}

/** Beyond these, git is faster. */
const maxFiles = 300;
const maxBytes = 16 * 1024 * 1024;

/**
 * A tree updated with the changes a watcher reported; the cost depends on the changes, not on the size of the workspace.
 * undefined if there are too many.
 */
export async function updateLiveTree(update: Update, live: LiveTree, reported: Changes): Promise<LiveTree | undefined> {
  const work = new LiveUpdate(update, live);
  for (const [folder, names] of [...reported].sort(([left], [right]) => (left < right ? -1 : 1))) {
    if (!(await work.rescan(folder, names))) return undefined;
  }
  const tree = await patchTree(update.store, live.tree, work.changes);
  return {
    tree: tree ?? writeObject(update.store.folder, "tree", Buffer.alloc(0)),
    state: { ...live.state, folders: work.folders },
  };
}

class LiveUpdate {
  readonly changes = new Map<string, TreeChange>();
  readonly folders: TreeState["folders"];
  readonly #update: Update;
  readonly #visited = new Set<string>();
  #bytes = 0;

  constructor(update: Update, live: LiveTree) {
    this.#update = update;
    this.folders = new Map(live.state.folders);
  }

  /** Examines these names in a folder again. False if there are too many changes. */
  async rescan(folder: string, names: ReadonlySet<string>): Promise<boolean> {
    const before = this.folders.get(folder);
    // Deleted, or inside a skipped folder; if it was replaced, its parent was reported.
    if (!before || this.#visited.has(folder)) return true;
    const stable = new Set(before.folders.filter((name) => !names.has(name)));
    const scanned = await scanFolder(this.#update.rules, folder, new Set(before.folders));
    if (!scanned)
      return folder === "" ? false : this.rescan(parentOf(folder), new Set([folder.split("/").at(-1) ?? ""]));
    this.folders.set(folder, scanned.state);
    for (const name of names) {
      const path = below(folder, name);
      if (before.folders.includes(name)) this.#forget(path);
      const file = scanned.files.get(name);
      this.changes.set(path, file && this.#save(path, file));
    }
    for (const name of scanned.state.folders.filter((one) => !stable.has(one))) {
      if (!(await this.#addFolder(below(folder, name)))) return false;
    }
    return this.changes.size <= maxFiles && this.#bytes <= maxBytes;
  }

  /** A new folder: watched first, then read, so that no change is missed. */
  async #addFolder(folder: string): Promise<boolean> {
    this.#forget(folder);
    this.#update.watch.add([folder]);
    const scanned = await scanFolder(this.#update.rules, folder, new Set());
    if (!scanned) return false;
    this.#visited.add(folder);
    this.folders.set(folder, scanned.state);
    this.changes.set(folder, undefined);
    for (const [name, file] of scanned.files) {
      const path = below(folder, name);
      this.changes.set(path, this.#save(path, file));
      if (this.changes.size > maxFiles || this.#bytes > maxBytes) return false;
    }
    for (const name of scanned.state.folders) if (!(await this.#addFolder(below(folder, name)))) return false;
    return true;
  }

  #forget(folder: string): void {
    this.#update.watch.drop(folder);
    for (const path of this.folders.keys()) {
      if (path === folder || path.startsWith(`${folder}/`)) this.folders.delete(path);
    }
  }

  #save(path: string, file: { size: number }): TreeChange {
    this.#bytes += file.size;
    return saveFile(this.#update.store.folder, join(this.#update.rules.root, path));
  }
}
