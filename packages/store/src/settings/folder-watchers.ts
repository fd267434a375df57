import { type FSWatcher, watch } from "node:fs";
import { join } from "node:path";

/** One of the system's watchers for each of a changing set of folders. They do not keep the process alive. */
export class FolderWatchers {
  readonly #onEvent: (path: string) => void;
  readonly #watchers = new Map<string, { id: string; watcher: FSWatcher }>();
  #isComplete = true;

  /** `onEvent` gets the path of what changed, or of its folder where the system does not say. */
  constructor(onEvent: (path: string) => void) {
    this.#onEvent = onEvent;
  }

  /** Whether every folder could be watched: systems have limits, and some file systems tell nothing. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Watches exactly these, by path and identity: a folder made anew is another one. True when one was added. */
  update(folders: ReadonlyMap<string, string>): boolean {
    for (const [path, { id }] of this.#watchers) if (folders.get(path) !== id) this.#drop(path);
    const missing = [...folders].filter(([path]) => !this.#watchers.has(path));
    for (const [path, id] of missing) this.#add(path, id);
    this.#isComplete = folders.size === this.#watchers.size;
    return missing.some(([path]) => this.#watchers.has(path));
  }

  close(): void {
    for (const path of this.#watchers.keys()) this.#drop(path);
  }

  #add(path: string, id: string): void {
    try {
      const watcher = watch(path, { persistent: false }, (_, name) => {
        this.#onEvent(name === null ? path : join(path, name));
      });
      watcher.on("error", () => this.#drop(path));
      this.#watchers.set(path, { id, watcher });
    } catch {
      // Looking every second is slower and just as right.
    }
  }

  #drop(path: string): void {
    this.#watchers.get(path)?.watcher.close();
    this.#watchers.delete(path);
  }
}
