import { type FSWatcher, mkdirSync, rmSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "@roo-code/types";

const maxFolders = 30_000;
/** The kernel drops what nobody fetches beyond 16,384 events, without a word that reaches us: that many are too many. */
const maxEvents = 8_000;
const cookieWaitMs = 1_000;
let watches = 0;

/** Names that may have changed, by folder. */
export type Changes = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Notes what changes in folders of the workspace. Only where the kernel tells in order and at once (Linux): a file
 * written last, in a folder of ours, shows that everything before it has been told.
 */
export class WorkspaceWatch {
  readonly #root: string;
  readonly #cookies: string;
  readonly #clock: Clock;
  readonly #watchers = new Map<string, FSWatcher>();
  #changes = new Map<string, Set<string>>();
  #events = 0;
  #isReliable = process.platform === "linux";
  #cookie = 0;
  #onCookie: (name: string) => void = () => undefined;
  readonly #cookieWatcher: FSWatcher | undefined;

  constructor(options: { root: string; storeFolder: string; clock: Clock }) {
    this.#root = options.root;
    this.#clock = options.clock;
    // Several in one process must not take each other's away.
    this.#cookies = join(options.storeFolder, `cookies-${process.pid}-${(watches += 1)}`);
    mkdirSync(this.#cookies, { recursive: true });
    this.#cookieWatcher = this.#open(this.#cookies, (name) => this.#onCookie(name ?? ""));
  }

  /** False once something was missed, for good. */
  get isReliable(): boolean {
    return this.#isReliable && this.#events <= maxEvents;
  }

  add(folders: Iterable<string>): void {
    for (const folder of folders) {
      if (!this.isReliable) return;
      if (this.#watchers.size >= maxFolders) this.#isReliable = false;
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

  /** Everything that changed since the last call, up to now; undefined when that cannot be told. */
  async drain(): Promise<Changes | undefined> {
    if (!this.isReliable || !(await this.#hearCookie()) || !this.isReliable) return undefined;
    const changes = this.#changes;
    this.#changes = new Map();
    this.#events = 0;
    return changes;
  }

  close(): void {
    this.#isReliable = false;
    this.#cookieWatcher?.close();
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
    rmSync(this.#cookies, { recursive: true, force: true });
  }

  async #hearCookie(): Promise<boolean> {
    const name = `cookie-${++this.#cookie % 2}`;
    const stop = new AbortController();
    const heard = new Promise<boolean>((resolve) => {
      this.#onCookie = (told) => told === name && resolve(true);
    });
    try {
      writeFileSync(join(this.#cookies, name), "");
      return await Promise.race([heard, this.#clock.sleep(cookieWaitMs, stop.signal).then(() => false)]);
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
