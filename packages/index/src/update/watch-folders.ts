import { type FSWatcher, watch } from "node:fs";
import { basename, dirname, join } from "node:path";

const maxFolders = 5000;
const ignoreFiles: ReadonlySet<string> = new Set([".gitignore", ".ignore", ".rooignore"]);

/** A folder with changes, or `all` when an ignore file changed. */
export type Change = { readonly folder: string } | "all";

/**
 * Watches folders of a workspace. Where the system can watch a whole tree, one watcher is enough; elsewhere each folder
 * has its own, so that ignored folders cost nothing. Never throws: if watching fails, `isWorking` is false.
 */
export class FolderWatch {
  readonly #root: string;
  readonly #onChange: (change: Change) => void;
  readonly #folders = new Set<string>();
  readonly #watchers = new Map<string, FSWatcher>();
  #isWorking = true;

  constructor(root: string, onChange: (change: Change) => void) {
    this.#root = root;
    this.#onChange = onChange;
  }

  get isWorking(): boolean {
    return this.#isWorking;
  }

  knows(folder: string): boolean {
    return this.#folders.has(folder);
  }

  add(folders: readonly string[]): void {
    for (const folder of folders) {
      if (!this.#isWorking) return;
      this.#folders.add(folder);
      const isCovered = watchesTrees && this.#watchers.size > 0;
      if (!isCovered && !this.#watchers.has(folder)) this.#watch(folder);
    }
  }

  close(): void {
    this.#isWorking = false;
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #watch(folder: string): void {
    if (this.#watchers.size >= maxFolders) return this.close();
    const options = { persistent: false, recursive: watchesTrees };
    try {
      const watcher = watch(join(this.#root, folder), options, (event, name) => this.#onEvent(folder, event, name));
      watcher.on("error", () => this.#forget(folder));
      this.#watchers.set(folder, watcher);
    } catch {
      this.#forget(folder);
    }
  }

  /** The watcher of a removed folder fails, which is fine; when the root's fails, watching no longer works. */
  #forget(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
    this.#folders.delete(folder);
    if (folder === ".") this.close();
    else this.#onChange({ folder: this.#nearestKnown(dirname(folder)) });
  }

  #onEvent(folder: string, event: string, name: string | null): void {
    if (name === null || ignoreFiles.has(basename(name))) return this.#onChange("all");
    const path = folder === "." ? name.replaceAll("\\", "/") : `${folder}/${name.replaceAll("\\", "/")}`;
    // A folder was created or removed: the watcher of an earlier one with that name is useless.
    if (event === "rename") this.#drop(path);
    this.#onChange({ folder: this.#nearestKnown(dirname(path)) });
  }

  #drop(path: string): void {
    if (!this.#folders.has(path)) return;
    for (const folder of [...this.#folders].filter((known) => known === path || known.startsWith(`${path}/`))) {
      this.#folders.delete(folder);
      this.#watchers.get(folder)?.close();
      this.#watchers.delete(folder);
    }
  }

  /** A change in an ignored folder counts for its nearest watched parent, whose scan finds it ignored. */
  #nearestKnown(folder: string): string {
    let known = folder;
    while (known !== "." && !this.#folders.has(known)) known = dirname(known);
    return known;
  }
}

const watchesTrees = process.platform === "darwin" || process.platform === "win32";
