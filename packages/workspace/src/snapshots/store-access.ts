import { SerialQueue } from "@roo-code/types";
import { journalTarget } from "./git-objects.ts";
import { asSnapshotFailure, NeedsLock } from "./git-program.ts";
import { unpackJournal } from "./journal.ts";
import type { SnapshotOptions } from "./open-snapshots.ts";
import { pruneMark } from "./prune-snapshots.ts";
import { prepareStoreFolder, type StoreFolder } from "./store-folder.ts";
import { StoreLock } from "./store-lock.ts";

const defaultWaitMs = 60_000;
/** If there are more, they are unpacked when a task ends. */
const maxJournals = 16;

/**
 * Access to a store: with its lock, one process at a time; or without, for what a task does at every step and
 * writes to its own journal. Within this process, all access is serialized.
 */
export class StoreAccess {
  readonly #folder: StoreFolder;
  readonly #options: Pick<SnapshotOptions, "clock" | "waitMs">;
  readonly #onExternalChange: () => void;
  readonly #queue = new SerialQueue();
  #lastLock = -1;
  #pruneMark = "";
  /** Snapshots in journals of processes that may be running. */
  inUse: ReadonlySet<string> = new Set();

  /** `onExternalChange`: called after another process changed the store; whatever was cached may be outdated. */
  constructor(folder: StoreFolder, options: Pick<SnapshotOptions, "clock" | "waitMs">, onExternalChange: () => void) {
    this.#folder = folder;
    this.#options = options;
    this.#onExternalChange = onExternalChange;
  }

  /** With the lock, and with all journals unpacked. */
  async exclusive<Result>(work: (lock: StoreLock) => Promise<Result>): Promise<Result> {
    return this.enqueue(() =>
      this.withLock(async (lock) => {
        this.unpackOtherJournals();
        return work(lock);
      }),
    );
  }

  async enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#queue.run(async () => {
      try {
        return await work();
      } catch (error) {
        throw asSnapshotFailure(error);
      }
    });
  }

  /** With the lock, and with this process's journal unpacked; call within `enqueue`. */
  async withLock<Result>(work: (lock: StoreLock) => Promise<Result>): Promise<Result> {
    prepareStoreFolder(this.#folder);
    const { clock, waitMs = defaultWaitMs } = this.#options;
    const lock = await StoreLock.acquire(this.#folder.path, { clock, waitMs });
    if (lock.number !== this.#lastLock + 1) this.#clearCaches();
    this.#lastLock = lock.number;
    try {
      this.#folder.journal.unpack(journalTarget(this.#folder));
      return await work(lock);
    } finally {
      this.#pruneMark = pruneMark(this.#folder);
      lock.release();
    }
  }

  /** Without the lock and without what others saved; call within `enqueue`, if `withoutLock` is not used as well. */
  async inJournal<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#folder.journal.collect(work, (oids) => this.#folder.objects.forget(oids));
  }

  /** Without the lock; call within `enqueue`. undefined, and without effect, if the lock is needed. */
  async withoutLock<Result>(work: () => Promise<Result | undefined>): Promise<Result | undefined> {
    const { journal, objects } = this.#folder;
    if (journal.isLarge || pruneMark(this.#folder) !== this.#pruneMark) return undefined;
    try {
      const result = await journal.collect(work, (oids) => objects.forget(oids));
      // Another process may have pruned what this relies on.
      return pruneMark(this.#folder) === this.#pruneMark ? result : undefined;
    } catch (error) {
      if (error instanceof NeedsLock) return undefined;
      throw error;
    }
  }

  /** Unpacks the journals of other tasks and processes. Needs the lock. */
  unpackOtherJournals(): void {
    const { journal, path } = this.#folder;
    const target = journalTarget(this.#folder);
    const found = journal.otherJournals().flatMap((other) => unpackJournal(other, path, target));
    if (found.length > 0) this.#onExternalChange();
    this.inUse = new Set(found);
  }

  /** After the last call. Cleans up journals left by others once there are many. */
  async close(): Promise<void> {
    await this.#queue.idle();
    this.#folder.journal.close();
    if (this.#folder.journal.otherJournals().length > maxJournals) await this.exclusive(async () => undefined);
  }

  #clearCaches(): void {
    this.#folder.objects.clear();
    this.#onExternalChange();
  }
}
