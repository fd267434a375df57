import { type FSWatcher, watch } from "node:fs";
import { join } from "node:path";
import { changedPaths, isHalfWritten, isWatched, takeSnapshot } from "./configuration-snapshot.ts";

/** A burst of changes is reported once, after a pause of this length or at the latest after `maxBurstMs`. */
const pauseMs = 100;
const maxBurstMs = 300;
const defaultHalfWrittenMs = 400;
const pollMs = 1_000;

export interface WatchConfigurationOptions {
  /** As returned by `configurationPaths`. They need not exist. */
  readonly paths: readonly string[];
  /** Called with the sorted paths of files that were added, removed or changed. Must not throw. */
  readonly onChange: (paths: readonly string[]) => void;
  /** How long to wait for a file that is missing, empty or does not parse. */
  readonly halfWrittenMs?: number;
}

export interface ConfigurationWatch {
  /** Stops watching; `onChange` is not called again. May be called twice. */
  dispose(): void;
}

/**
 * Calls `onChange` within a second of a change, however the file was saved: in place, renamed over, deleted and
 * recreated. Changes are found by comparing snapshots; file system events only trigger the comparison.
 * Never keeps the process alive.
 */
export function watchConfiguration(options: WatchConfigurationOptions): ConfigurationWatch {
  return new Watch(options);
}

class Watch implements ConfigurationWatch {
  readonly #paths: readonly string[];
  readonly #onChange: (paths: readonly string[]) => void;
  readonly #halfWrittenMs: number;
  readonly #watchers: FolderWatchers;
  readonly #polling: NodeJS.Timeout;
  /** The files of the last snapshot. */
  #known: ReadonlyMap<string, string>;
  /** Changes not reported yet, with the time they were found. */
  readonly #waiting = new Map<string, number>();
  #shallow: string;
  #burstSince: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isDisposed = false;

  constructor({ paths, onChange, halfWrittenMs = defaultHalfWrittenMs }: WatchConfigurationOptions) {
    this.#paths = paths;
    this.#onChange = onChange;
    this.#halfWrittenMs = halfWrittenMs;
    this.#watchers = new FolderWatchers((path) => {
      if (isWatched(paths, path)) this.#checkSoon();
    });
    // Watch before taking the snapshot, or a change between the two would be missed.
    this.#watchers.update(takeSnapshot(paths).folders);
    this.#known = takeSnapshot(paths).files;
    this.#shallow = shallowSnapshot(paths);
    this.#polling = setInterval(() => this.#poll(), pollMs).unref();
  }

  dispose(): void {
    this.#isDisposed = true;
    clearInterval(this.#polling);
    clearTimeout(this.#timer);
    this.#watchers.close();
  }

  /** Finds changes without file system events: made on another machine, or in more folders than can be watched. */
  #poll(): void {
    const shallow = shallowSnapshot(this.#paths);
    if (shallow !== this.#shallow || !this.#watchers.isComplete) this.#checkSoon();
    this.#shallow = shallow;
  }

  #checkSoon(): void {
    if (this.#isDisposed) return;
    const now = performance.now();
    this.#burstSince ??= now;
    const waitMs = Math.max(0, Math.min(pauseMs, this.#burstSince + maxBurstMs - now));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(), waitMs).unref();
  }

  async #check(): Promise<void> {
    this.#burstSince = undefined;
    const { files, folders } = takeSnapshot(this.#paths);
    const foundAt = performance.now();
    for (const path of changedPaths(this.#known, files)) {
      if (!this.#waiting.has(path)) this.#waiting.set(path, foundAt);
    }
    this.#known = files;
    // In a newly watched folder something may have changed since the snapshot.
    if (this.#watchers.update(folders)) this.#checkSoon();
    await this.#report(foundAt);
  }

  async #report(now: number): Promise<void> {
    const ready: string[] = [];
    for (const [path, since] of this.#waiting) {
      if (now - since < this.#halfWrittenMs && (await isHalfWritten(path))) continue;
      ready.push(path);
    }
    if (this.#isDisposed) return;
    // Another check may have reported some of them while this one read files.
    const changed = ready.filter((path) => this.#waiting.delete(path));
    if (this.#waiting.size > 0) this.#checkSoon();
    if (changed.length > 0) this.#onChange(changed.sort());
  }
}

function shallowSnapshot(paths: readonly string[]): string {
  const { files, folders } = takeSnapshot(paths, 0);
  return JSON.stringify([...files, ...folders]);
}

/** One `fs.watch` for each of a changing set of folders. They do not keep the process alive. */
class FolderWatchers {
  readonly #onEvent: (path: string) => void;
  readonly #watchers = new Map<string, { id: string; watcher: FSWatcher }>();
  #isComplete = true;

  /** `onEvent` gets the path that changed, or its folder where the system does not name the file. */
  constructor(onEvent: (path: string) => void) {
    this.#onEvent = onEvent;
  }

  /** Whether every folder could be watched: systems have limits, and some file systems send no events. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Watches exactly these, by path and identity: a recreated folder is another one. True when one was added. */
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
      // Polling finds the changes instead.
    }
  }

  #drop(path: string): void {
    this.#watchers.get(path)?.watcher.close();
    this.#watchers.delete(path);
  }
}
