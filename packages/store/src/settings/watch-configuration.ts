import { changedPaths, concerns, takeSnapshot } from "./configuration-snapshot.ts";
import { FolderWatchers } from "./folder-watchers.ts";
import { isHalfWritten } from "./half-written.ts";

/** A burst of changes is told as one, once it pauses this long or has lasted so much longer. */
const pauseMs = 100;
const longestBurstMs = 300;
/** How long a file that is gone, empty or does not parse is given to become whole. */
const patienceMs = 400;
const pollMs = 1_000;

export interface WatchConfigurationOptions {
  /** As `configurationPaths` gives them. They need not exist. */
  readonly paths: readonly string[];
  /** Told of files that came, went or changed, sorted. Must not throw. */
  readonly onChange: (paths: readonly string[]) => void;
}

export interface ConfigurationWatch {
  /** Ends it; nothing is told from then on. May be called twice. */
  dispose(): void;
}

/**
 * Calls back within a second after a change, however the file was saved: in place, renamed over, deleted and made
 * anew. What is told is what differs from before, found by looking; the system's events only say when to look.
 * Never keeps the process alive.
 */
export function watchConfiguration(options: WatchConfigurationOptions): ConfigurationWatch {
  return new Watch(options);
}

class Watch implements ConfigurationWatch {
  readonly #paths: readonly string[];
  readonly #onChange: (paths: readonly string[]) => void;
  readonly #watchers: FolderWatchers;
  readonly #polling: NodeJS.Timeout;
  /** Files as they were last looked at. */
  #known: ReadonlyMap<string, string>;
  /** Changed and not told yet, with when that was found. */
  readonly #waiting = new Map<string, number>();
  #shallow: string;
  #burstSince: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isDisposed = false;

  constructor({ paths, onChange }: WatchConfigurationOptions) {
    this.#paths = paths;
    this.#onChange = onChange;
    this.#watchers = new FolderWatchers((path) => {
      if (concerns(paths, path)) this.#lookSoon();
    });
    // Watched before it is looked at, or a change between the two would go unseen.
    this.#watchers.update(takeSnapshot(paths).folders);
    this.#known = takeSnapshot(paths).files;
    this.#shallow = shallowLook(paths);
    this.#polling = setInterval(() => this.#poll(), pollMs).unref();
  }

  dispose(): void {
    this.#isDisposed = true;
    clearInterval(this.#polling);
    clearTimeout(this.#timer);
    this.#watchers.close();
  }

  /** Finds what the system does not tell: changes made on another machine, or more folders than it watches. */
  #poll(): void {
    const shallow = shallowLook(this.#paths);
    if (shallow !== this.#shallow || !this.#watchers.isComplete) this.#lookSoon();
    this.#shallow = shallow;
  }

  #lookSoon(): void {
    if (this.#isDisposed) return;
    const now = performance.now();
    this.#burstSince ??= now;
    const waitMs = Math.max(0, Math.min(pauseMs, this.#burstSince + longestBurstMs - now));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), waitMs).unref();
  }

  async #look(): Promise<void> {
    this.#burstSince = undefined;
    const { files, folders } = takeSnapshot(this.#paths);
    const foundAt = performance.now();
    for (const path of changedPaths(this.#known, files)) {
      if (!this.#waiting.has(path)) this.#waiting.set(path, foundAt);
    }
    this.#known = files;
    // In a folder that is watched only now, something may have changed since it was looked at.
    if (this.#watchers.update(folders)) this.#lookSoon();
    await this.#tell(foundAt);
  }

  async #tell(now: number): Promise<void> {
    const told: string[] = [];
    for (const [path, since] of this.#waiting) {
      if (now - since < patienceMs && (await isHalfWritten(path))) continue;
      told.push(path);
    }
    if (this.#isDisposed) return;
    // Another look may have told some of them while this one read files.
    const news = told.filter((path) => this.#waiting.delete(path));
    if (this.#waiting.size > 0) this.#lookSoon();
    if (news.length > 0) this.#onChange(news.sort());
  }
}

function shallowLook(paths: readonly string[]): string {
  const { files, folders } = takeSnapshot(paths, 0);
  return JSON.stringify([...files, ...folders]);
}
