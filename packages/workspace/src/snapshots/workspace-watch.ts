import { type FSWatcher, mkdirSync, rmSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "@roo-code/types";

export const maxWatchedFolders = 30_000;
/** The kernel silently drops events beyond 16,384 that have not been read. */
const maxEvents = 8_000;
const cookieWaitMs = 1_000;
let watches = 0;

/** Names that may have changed, by folder. */
export type Changes = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Records what changes in folders of the workspace. Only where the kernel reports changes immediately and in order (Linux):
 * once the event for a cookie file written last arrives, so have all earlier ones.
 */
export class WorkspaceWatch {
  readonly #root: string;
  readonly #cookies: string;
  readonly #clock: Clock;
  readonly #watchers = new Map<string, FSWatcher>();
  #changes = new Map<string, Set<string>>();
  #events = 0;
  #drains = 0;
  #isReliable = process.platform === "linux";
  #cookie = 0;
  #onCookie: (name: string) => void = () => undefined;
  readonly #cookieWatcher: FSWatcher | undefined;

  constructor(options: { root: string; storeFolder: string; clock: Clock }) {
    this.#root = options.root;
    this.#clock = options.clock;
    // Several watches of one process must not remove each other's cookies.
    this.#cookies = join(options.storeFolder, `cookies-${process.pid}-${(watches += 1)}`);
    mkdirSync(this.#cookies, { recursive: true });
    this.#cookieWatcher = this.#open(this.#cookies, (name) => this.#onCookie(name ?? ""));
  }

  /** False forever once an event was missed. */
  get isReliable(): boolean {
    return this.#isReliable && this.#events <= maxEvents;
  }

  add(folders: Iterable<string>): void {
    for (const folder of folders) {
      if (!this.isReliable) return;
      if (this.#watchers.size >= maxWatchedFolders) this.#isReliable = false;
      const watcher = this.#open(join(this.#root, folder), (name) => this.#note(folder, name));
      if (!watcher) return;
      this.#watchers.get(folder)?.close();
      this.#watchers.set(folder, watcher);
    }
  }

  drop(folder: string): void {
    for (const [path, watcher] of this.#watchers) {
      if (path !== folder && !path.startsWith(`${folder}/`)) continue;
      watcher.close();
      this.#watchers.delete(path);
    }
  }

  /** All changes since the last call; undefined if they cannot be determined. */
  async drain(): Promise<Changes | undefined> {
    if (!this.isReliable || !(await this.#waitForCookie()) || !this.isReliable) return undefined;
    const changes = this.#changes;
    this.#changes = new Map();
    this.#events = 0;
    this.#drains += 1;
    return changes;
  }

  /** The same, without counting as a call: the next one reports them again. `since`: changes when `drain` was called. */
  async peek(): Promise<{ readonly changes: Changes; readonly since: number } | undefined> {
    if (!this.isReliable || !(await this.#waitForCookie()) || !this.isReliable) return undefined;
    return {
      changes: new Map([...this.#changes].map(([folder, names]) => [folder, new Set(names)])),
      since: this.#drains,
    };
  }

  close(): void {
    this.#isReliable = false;
    this.#cookieWatcher?.close();
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
    rmSync(this.#cookies, { recursive: true, force: true });
  }

  async #waitForCookie(): Promise<boolean> {
    const name = `cookie-${++this.#cookie % 2}`;
    const stop = new AbortController();
    const arrived = new Promise<boolean>((resolve) => {
      this.#onCookie = (created) => created === name && resolve(true);
    });
    try {
      writeFileSync(join(this.#cookies, name), "");
      return await Promise.race([arrived, this.#clock.sleep(cookieWaitMs, stop.signal).then(() => false)]);
    } catch {
      return false;
    } finally {
      stop.abort();
    }
  }

  #open(path: string, onEvent: (name: string | null) => void): FSWatcher | undefined {
    try {
      const watcher = watch(path, { persistent: false }, (_, name) => onEvent(name));
      watcher.on("error", () => {
        this.#isReliable = false;
      });
      return watcher;
    } catch {
      this.#isReliable = false;
      return undefined;
    }
  }

  #note(folder: string, name: string | null): void {
    this.#events += 1;
    if (name === null) {
      this.#isReliable = false;
      return;
    }
    const names = this.#changes.get(folder) ?? new Set();
    this.#changes.set(folder, names.add(name));
  }
}
