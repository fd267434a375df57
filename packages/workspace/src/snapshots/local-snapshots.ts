import { existsSync } from "node:fs";
import {
  type PendingRestore,
  type PruneLimits,
  type PruneOutcome,
  type RestoreOutcome,
  type Snapshot,
  type SnapshotDiff,
  type SnapshotStore,
} from "@roo-code/types";
import { type ChangedFile, changedFiles } from "./changed-files.ts";
import { copySnapshot } from "./copy-snapshot.ts";
import { CurrentTree, isWorthAnotherTry } from "./current-tree.ts";
import { diffTrees } from "./diff-trees.ts";
import { folderSize } from "./folder-size.ts";
import { asSnapshotFailure, createGit, type Git } from "./git-program.ts";
import type { LiveTree } from "./live-tree.ts";
import { lostRepositories, type Manifest, manifestOf } from "./manifest.ts";
import type { SnapshotOptions } from "./open-snapshots.ts";
import { pruneSnapshots } from "./prune-snapshots.ts";
import { KeptRepositories } from "./repositories/kept-repositories.ts";
import { readRestoreRecord } from "./restore-record.ts";
import { restoreSnapshot } from "./restore-snapshot.ts";
import { SnapshotRecords } from "./snapshot-records.ts";
import { prepareStoreFolder, type StoreFolder } from "./store-folder.ts";
import { StoreLock } from "./store-lock.ts";

const defaultWaitMs = 60_000;

export class LocalSnapshots implements SnapshotStore {
  readonly #options: SnapshotOptions;
  readonly #folder: StoreFolder;
  readonly #program: string;
  readonly #git: Git;
  readonly #records: SnapshotRecords;
  readonly #current: CurrentTree;
  readonly #repositories: KeptRepositories;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: SnapshotOptions, folder: StoreFolder, program: string) {
    this.#options = options;
    this.#folder = folder;
    this.#program = program;
    this.#git = createGit(program, folder);
    this.#records = new SnapshotRecords(folder, this.#git);
    this.#current = new CurrentTree(options, folder, this.#git);
    this.#repositories = new KeptRepositories(folder);
  }

  async take(label: string): Promise<Snapshot> {
    return this.#alone(async (lock) => this.#takeLocked(label, lock));
  }

  async list(): Promise<readonly Snapshot[]> {
    prepareStoreFolder(this.#folder);
    return this.#records.list();
  }

  async diff(from: string, to?: string): Promise<SnapshotDiff> {
    return this.#alone(async (lock) => {
      const saved = await this.#records.read(from);
      const other = to === undefined ? await this.#asTheyAre(lock) : await this.#records.read(to);
      const { files, isTruncated } = await diffTrees(this.#git, saved.tree, other.tree);
      const lost = lostRepositories(saved.manifest, other.manifest);
      return { files: [...files, ...lost.map((path) => ({ path, change: "deleted" as const }))], isTruncated };
    });
  }

  async changedFiles(from: string, to?: string): Promise<readonly ChangedFile[]> {
    const store = { git: this.#git, folder: this.#folder };
    if (to !== undefined) {
      prepareStoreFolder(this.#folder);
      return changedFiles(store, await this.#records.read(from), await this.#records.read(to));
    }
    return this.#alone(async (lock) => {
      return changedFiles(store, await this.#records.read(from), await this.#asTheyAre(lock));
    });
  }

  async copyTo(id: string, folder: string): Promise<Pick<RestoreOutcome, "restored" | "conflicts">> {
    return this.#alone(async () => {
      const store = { folder: this.#folder, program: this.#program, git: this.#git };
      return copySnapshot(store, await this.#records.read(id), folder);
    });
  }

  async restore(id: string, options: { readonly paths?: readonly string[] } = {}): Promise<RestoreOutcome> {
    return this.#alone(async (lock) => {
      const target = await this.#records.read(id);
      // What the watcher may have missed counts here: git looks at every file, and its index is brought up to date.
      this.#current.stopWatching();
      const current = await this.#current.save(lock, { byGit: true });
      const taken = await this.#record(`before restoring ${id}`, current);
      const before = await this.#records.read(taken.id);
      const store = {
        folder: this.#folder,
        program: this.#program,
        git: this.#git,
        repositories: this.#repositories,
      };
      return restoreSnapshot(store, { target, before, ...(options.paths && { paths: options.paths }) });
    });
  }

  async pendingRestore(): Promise<PendingRestore | undefined> {
    return readRestoreRecord(this.#folder);
  }

  async forget(id: string): Promise<void> {
    await this.#alone(async () => this.#records.remove(id));
  }

  async prune(limits: PruneLimits): Promise<PruneOutcome> {
    return this.#alone(async () => {
      // Objects that only the live tree knows go with the rest.
      this.#current.stopWatching();
      try {
        return await this.#pruneLocked(limits);
      } catch (error) {
        if (!isWorthAnotherTry(error)) throw error;
        this.#current.forgetIndex();
        return this.#pruneLocked(limits);
      }
    });
  }

  async isOver({ maxAgeMs, maxBytes, keep }: PruneLimits): Promise<boolean> {
    if (!existsSync(this.#folder.refs)) return false;
    const age = this.#options.clock.now() - (this.#records.oldestTime() ?? Number.POSITIVE_INFINITY);
    if (maxAgeMs !== undefined && age > maxAgeMs) return true;
    if (keep !== undefined && this.#records.count() > keep) return true;
    return maxBytes !== undefined && folderSize(this.#folder.path) > maxBytes;
  }

  async size(): Promise<number> {
    return existsSync(this.#folder.path) ? folderSize(this.#folder.path) : 0;
  }

  async dispose(): Promise<void> {
    await this.#queue.catch(() => undefined);
    this.#current.stopWatching();
  }

  /** One at a time, here and in every other process. */
  async #alone<Result>(work: (lock: StoreLock) => Promise<Result>): Promise<Result> {
    const run = async (): Promise<Result> => {
      try {
        prepareStoreFolder(this.#folder);
        const { clock, waitMs = defaultWaitMs } = this.#options;
        const lock = await StoreLock.acquire(this.#folder.path, { clock, waitMs });
        try {
          return await work(lock);
        } finally {
          lock.release();
        }
      } catch (error) {
        throw asSnapshotFailure(error);
      }
    };
    const result = this.#queue.then(run, run);
    this.#queue = result.catch(() => undefined);
    return result;
  }

  async #pruneLocked(limits: PruneLimits): Promise<PruneOutcome> {
    const pending = readRestoreRecord(this.#folder);
    const needed = new Set(pending ? [pending.id, pending.before] : []);
    const store = {
      folder: this.#folder,
      git: this.#git,
      records: this.#records,
      repositories: this.#repositories,
      now: this.#options.clock.now(),
      needed,
    };
    return pruneSnapshots(store, limits);
  }

  async #takeLocked(label: string, lock: StoreLock): Promise<Snapshot> {
    return this.#record(label, await this.#current.read(lock));
  }

  async #record(label: string, { tree, state }: LiveTree): Promise<Snapshot> {
    const time = this.#options.clock.now();
    const repositories = this.#repositories.find(state);
    await this.#repositories.keep(repositories, time);
    return this.#records.write({ label, time, tree, state, repositories });
  }

  async #asTheyAre(lock: StoreLock): Promise<{ tree: string; manifest: Manifest }> {
    const { tree, state } = await this.#current.read(lock);
    return { tree, manifest: manifestOf(state, this.#repositories.find(state)) };
  }
}
