import { SerialQueue } from "@roo-code/types";
import { journalTarget } from "./git-objects.ts";
import { asSnapshotFailure, NeedsLock } from "./git-program.ts";
import { unpackJournal } from "./journal.ts";
import type { SnapshotOptions } from "./open-snapshots.ts";
import { pruneMark } from "./prune-snapshots.ts";
import { prepareStoreFolder, type StoreFolder } from "./store-folder.ts";
import { StoreLock } from "./store-lock.ts";

const defaultWaitMs = 60_000;
/** More are unpacked when a task ends. */
const maxJournals = 16;

/**
 * The ways into a store: with its lock, one at a time in all processes; or without, for what a task does at every step and
 * keeps in a journal of its own. Either way one after the other here.
 */
export class StoreAccess {
  readonly #folder: StoreFolder;
  readonly #options: Pick<SnapshotOptions, "clock" | "waitMs">;
  readonly #onOthers: () => void;
  readonly #queue = new SerialQueue();
  #lastLock = -1;
  #pruneMark = "";
  /** Snapshots in journals of processes that may be at work. */
  inUse: ReadonlySet<string> = new Set();

  /** `onOthers`: somebody else changed the store, so that nothing known of it may be so any more. */
  constructor(folder: StoreFolder, options: Pick<SnapshotOptions, "clock" | "waitMs">, onOthers: () => void) {
    this.#folder = folder;
    this.#options = options;
    this.#onOthers = onOthers;
  }

  /** With everything that anybody saved. */
  async alone<Result>(work: (lock: StoreLock) => Promise<Result>): Promise<Result> {
    return this.serially(() =>
      this.locked(async (lock) => {
        this.unpackOthers();
        return work(lock);
      }),
    );
  }

  async serially<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#queue.run(async () => {
      try {
        return await work();
      } catch (error) {
        throw asSnapshotFailure(error);
      }
    });
  }

  /** With what was saved here; within `serially`. */
  async locked<Result>(work: (lock: StoreLock) => Promise<Result>): Promise<Result> {
    prepareStoreFolder(this.#folder);
    const { clock, waitMs = defaultWaitMs } = this.#options;
    const lock = await StoreLock.acquire(this.#folder.path, { clock, waitMs });
    if (lock.number !== this.#lastLock + 1) this.#forget();
    this.#lastLock = lock.number;
    try {
      this.#folder.journal.unpack(journalTarget(this.#folder));
      return await work(lock);
    } finally {
      this.#pruneMark = pruneMark(this.#folder);
      lock.release();
    }
  }

  /** Without the lock; within `serially`. undefined where it takes the lock: nothing happened then. */
  async quickly<Result>(work: () => Promise<Result | undefined>): Promise<Result | undefined> {
    const { journal, objects } = this.#folder;
    if (journal.isLarge || pruneMark(this.#folder) !== this.#pruneMark) return undefined;
    try {
      const result = await journal.collect(work, (oids) => objects.forget(oids));
      // Who prunes meanwhile may have given up what this relies on.
      return pruneMark(this.#folder) === this.#pruneMark ? result : undefined;
    } catch (error) {
      if (error instanceof NeedsLock) return undefined;
      throw error;
    }
  }

  /** What other tasks and processes have in journals. Needs the lock. */
  unpackOthers(): void {
    const { journal, path } = this.#folder;
    const target = journalTarget(this.#folder);
    const found = journal.others().flatMap((other) => unpackJournal(other, path, target));
    if (found.length > 0) this.#onOthers();
    this.inUse = new Set(found);
  }

  /** After the last call. What others left behind is cleared up when it has become much. */
  async close(): Promise<void> {
    await this.#queue.idle();
    this.#folder.journal.close();
    if (this.#folder.journal.others().length > maxJournals) await this.alone(async () => undefined);
  }

  #forget(): void {
    this.#folder.objects.clear();
    this.#onOthers();
  }
}
