import { RooError } from "@roo-code/types";
import type { Embedder } from "../embed/embedder.ts";
import type { OpenIndex } from "../open-index.ts";
import { takeBuilderLock } from "./builder-lock.ts";
import { type IndexedFiles, type Scan, scanWorkspace } from "./scan-workspace.ts";
import type { SkipReason } from "./skip-file.ts";
import { type Difference, differenceOf, updateIndex } from "./update-index.ts";
import { FolderWatch } from "./watch-folders.ts";

interface BuilderOptions {
  readonly open: OpenIndex;
  readonly files: IndexedFiles;
  readonly embedder: Embedder;
  readonly root: string;
  readonly watch: boolean;
}

export interface BuildProgress {
  /** Files to read, and how many of them are done. */
  readonly total: number;
  readonly done: number;
  /** Files that no longer exist, removed from the index. */
  readonly removed: number;
  /** Files of the workspace that belong in the index. */
  readonly files: number;
  readonly skipped: ReadonlyMap<SkipReason, number>;
  /** The workspace has more files than an index holds. */
  readonly isTruncated: boolean;
}

interface Waiting {
  readonly quickMs: number;
  readonly signal: AbortSignal;
  readonly report: (text: string) => void;
}

const settleMs = 150;
const nothing: BuildProgress = { total: 0, done: 0, removed: 0, files: 0, skipped: new Map(), isTruncated: false };

/** Keeps an index up to date: one update at a time; changes during an update are left to the next. */
export class IndexBuilder {
  readonly #options: BuilderOptions;
  readonly #abort = new AbortController();
  readonly #dirty = new Set<string>();
  #isAllDirty = true;
  #watch: FolderWatch | undefined;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<BuildProgress> | undefined;
  #progress = nothing;
  #isElsewhere = false;
  #listeners = new Set<(progress: BuildProgress) => void>();

  constructor(options: BuilderOptions) {
    this.#options = options;
  }

  /** The progress of the running update, as far as known; also of one that another process runs. */
  get filesLeft(): number {
    return this.#progress.total - this.#progress.done;
  }

  async build(onProgress: (progress: BuildProgress) => void, signal?: AbortSignal): Promise<BuildProgress> {
    this.#isAllDirty = true;
    await this.#running?.catch(() => undefined);
    this.#listeners.add(onProgress);
    try {
      const done = await abortable(this.#update(), signal);
      if (this.#isElsewhere) throw busy();
      return done;
    } finally {
      this.#listeners.delete(onProgress);
    }
  }

  /** Resolves after the update, or after a timeout, when the update continues. */
  async bringUpToDate({ quickMs, signal, report }: Waiting): Promise<number> {
    if (!this.#watch?.isWorking) this.#isAllDirty = true;
    // Watchers report on the next turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    const listener = ({ done, total }: BuildProgress) => report(`indexing: ${done} of ${total} files`);
    this.#listeners.add(listener);
    const enough = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => enough.resolve(undefined), quickMs);
    try {
      await abortable(Promise.race([this.#updateAfterRunning(), enough.promise]), signal);
    } finally {
      clearTimeout(timer);
      this.#listeners.delete(listener);
    }
    return this.filesLeft;
  }

  async close(): Promise<void> {
    this.#abort.abort();
    clearTimeout(this.#timer);
    this.#watch?.close();
    await this.#running?.catch(() => undefined);
  }

  /** The running update may have missed changes to files it had already read. */
  async #updateAfterRunning(): Promise<void> {
    await this.#running;
    await this.#update();
  }

  /** The running update, or a new one. */
  #update(): Promise<BuildProgress> {
    if (this.#running) return this.#running;
    const running = this.#lockedUpdate().finally(() => {
      this.#running = undefined;
    });
    // Callers that wait get the error; without any, the next search tries again.
    running.catch(() => undefined);
    this.#running = running;
    return running;
  }

  async #lockedUpdate(): Promise<BuildProgress> {
    this.#abort.signal.throwIfAborted();
    const { open } = this.#options;
    return open.repairing(async ({ database }) => {
      using lock = takeBuilderLock(open.paths.lock);
      this.#isElsewhere = lock === undefined;
      if (lock) await open.resetIfBuiltDifferently();
      const isComplete = this.#isAllDirty || database.meta("updatedAt") === undefined;
      const before = [...this.#dirty];
      this.#dirty.clear();
      this.#isAllDirty = false;
      try {
        const difference = isComplete ? await this.#scanAll() : await this.#scanFolders(before);
        if (!lock) {
          this.#isAllDirty = true;
          return this.#progress;
        }
        await updateIndex({ ...this.#options, ...open.parts }, difference, {
          signal: this.#abort.signal,
          onDone: (done) => this.#report({ ...this.#progress, done }),
        });
        if (isComplete || difference.changed.length > 0) database.setMeta("updatedAt", new Date().toISOString());
        return this.#progress;
      } catch (error) {
        this.#isAllDirty = true;
        throw error;
      }
    });
  }

  async #scanAll(): Promise<Difference> {
    const scan = await this.#scan(".", true);
    if (this.#options.watch) this.#startWatching(scan);
    const difference = differenceOf(this.#options.open.parts.database, scan, { folder: ".", recursive: true });
    this.#startProgress(difference, scan);
    return difference;
  }

  async #scanFolders(folders: readonly string[]): Promise<Difference> {
    const differences: Difference[] = [];
    const queue = folders.map((folder) => ({ folder, recursive: false }));
    for (const { folder, recursive } of queue) {
      const scan = await this.#scan(folder, recursive);
      differences.push(differenceOf(this.#options.open.parts.database, scan, { folder, recursive }));
      const unknown = scan.folders.filter((inner) => !this.#watch?.knows(inner));
      this.#watch?.add(unknown);
      if (!recursive) queue.push(...unknown.map((inner) => ({ folder: inner, recursive: true })));
    }
    const difference = {
      changed: differences.flatMap(({ changed }) => changed),
      gone: differences.flatMap(({ gone }) => gone),
    };
    this.#startProgress(difference, this.#progress);
    return difference;
  }

  #scan(folder: string, recursive: boolean): Promise<Scan> {
    return scanWorkspace({ files: this.#options.files, folder, recursive, signal: this.#abort.signal });
  }

  #startProgress({ changed, gone }: Difference, about: Scan | BuildProgress): void {
    const files = typeof about.files === "number" ? about.files : about.files.length;
    const { skipped, isTruncated } = about;
    this.#report({ total: changed.length, done: 0, removed: gone.length, files, skipped, isTruncated });
  }

  #report(progress: BuildProgress): void {
    this.#progress = progress;
    for (const listener of this.#listeners) listener(progress);
  }

  #startWatching({ folders }: Scan): void {
    this.#watch ??= new FolderWatch(this.#options.root, (change) => {
      if (change === "all") this.#isAllDirty = true;
      else this.#dirty.add(change.folder);
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#update().catch(() => undefined), settleMs).unref();
    });
    this.#watch.add([".", ...folders]);
  }
}

/** Aborting stops the waiting, not the work. */
async function abortable<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  // Others may still wait for it; its failure must not be unhandled here.
  work.catch(() => undefined);
  if (!signal) return work;
  signal.throwIfAborted();
  const stop = Promise.withResolvers<never>();
  const onAbort = () => stop.reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work, stop.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

function busy(): RooError {
  return new RooError({
    code: "index_busy",
    message: "Another process is building the code index of this workspace.",
    next: "Wait for it, or check its progress: roo index status",
  });
}
