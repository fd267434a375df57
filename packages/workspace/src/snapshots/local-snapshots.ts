import { existsSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  type PendingRestore,
  type PruneLimits,
  type PruneOutcome,
  type RestoreOutcome,
  RooError,
  type Snapshot,
  type SnapshotDiff,
  type SnapshotStore,
} from "@roo-code/types";
import { diffTrees } from "./diff-trees.ts";
import { asSnapshotFailure, createGit, type Git } from "./git-program.ts";
import { type LiveTree, updateLiveTree } from "./live-tree.ts";
import type { SnapshotOptions } from "./open-snapshots.ts";
import { folderSize, pruneSnapshots } from "./prune-snapshots.ts";
import { readRestoreRecord } from "./restore-record.ts";
import { restoreSnapshot } from "./restore-snapshot.ts";
import { saveTree } from "./save-tree.ts";
import type { ScanRules } from "./scan-folder.ts";
import { type SnapshotCaps, scanWorkspace } from "./scan-workspace.ts";
import { SnapshotRecords } from "./snapshot-records.ts";
import { prepareStoreFolder, type StoreFolder } from "./store-folder.ts";
import { StoreLock } from "./store-lock.ts";
import { dropTreeState, loadTreeState, saveTreeState, type TreeState } from "./tree-state.ts";
import { WorkspaceWatch } from "./workspace-watch.ts";

const defaultCaps: SnapshotCaps = { maxFileBytes: 32 * 2 ** 20, maxStepBytes: 4 * 2 ** 30, maxFiles: 500_000 };
const defaultWaitMs = 60_000;

export class LocalSnapshots implements SnapshotStore {
  readonly #options: SnapshotOptions;
  readonly #folder: StoreFolder;
  readonly #program: string;
  readonly #git: Git;
  readonly #records: SnapshotRecords;
  readonly #caps: SnapshotCaps;
  #queue: Promise<unknown> = Promise.resolve();
  #live: (LiveTree & { readonly watch: WorkspaceWatch; readonly rules: ScanRules }) | undefined;

  constructor(options: SnapshotOptions, folder: StoreFolder, program: string) {
    this.#options = options;
    this.#folder = folder;
    this.#program = program;
    this.#git = createGit(program, folder);
    this.#records = new SnapshotRecords(folder, this.#git);
    this.#caps = { ...defaultCaps, ...options.caps };
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
      const { tree } = await this.#records.read(from);
      const other = to === undefined ? await this.#currentTree(lock) : await this.#records.read(to);
      return diffTrees(this.#git, tree, other.tree);
    });
  }

  async restore(id: string, options: { readonly paths?: readonly string[] } = {}): Promise<RestoreOutcome> {
    return this.#alone(async (lock) => {
      const target = await this.#records.read(id);
      // What the watcher may have missed counts here: git looks at every file.
      this.#stopWatching();
      const taken = await this.#takeLocked(`before restoring ${id}`, lock);
      const before = await this.#records.read(taken.id);
      const store = { folder: this.#folder, program: this.#program, git: this.#git };
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
      const pending = readRestoreRecord(this.#folder);
      // Objects that only the live tree knows go with the rest.
      this.#stopWatching();
      return pruneSnapshots(
        {
          folder: this.#folder,
          git: this.#git,
          records: this.#records,
          now: this.#options.clock.now(),
          needed: new Set(pending ? [pending.id, pending.before] : []),
        },
        limits,
      );
    });
  }

  async size(): Promise<number> {
    return existsSync(this.#folder.path) ? folderSize(this.#folder.path) : 0;
  }

  async dispose(): Promise<void> {
    await this.#queue.catch(() => undefined);
    this.#stopWatching();
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

  async #takeLocked(label: string, lock: StoreLock): Promise<Snapshot> {
    const { tree, state } = await this.#currentTree(lock);
    return this.#records.write({ label, time: this.#options.clock.now(), tree, state });
  }

  async #currentTree(lock: StoreLock): Promise<LiveTree> {
    const live = await this.#followChanges();
    if (live) return live;
    this.#stopWatching();
    for (const isLast of [false, true]) {
      try {
        return await this.#saveAll(lock);
      } catch (error) {
        if (!isWorthAnotherTry(error)) throw error;
        if (isLast) this.#forgetIndex();
      }
    }
    return this.#saveAll(lock);
  }

  /** An index that a power cut damaged; the next save reads every file. */
  #forgetIndex(): void {
    rmSync(this.#folder.index, { force: true });
    dropTreeState(this.#folder);
  }

  async #followChanges(): Promise<LiveTree | undefined> {
    const live = this.#live;
    const noted = await live?.watch.drain();
    if (!live || !noted) return undefined;
    if (noted.size === 0) return live;
    const rules = { ...live.rules, now: this.#options.clock.now() };
    const store = { folder: this.#folder, git: this.#git };
    const updated = await updateLiveTree({ rules, store, watch: live.watch }, live, noted);
    this.#live = updated && { ...live, ...updated };
    if (!updated) live.watch.close();
    return updated;
  }

  async #saveAll(lock: StoreLock): Promise<LiveTree> {
    const before: TreeState | undefined = loadTreeState(this.#folder);
    const { clock, home, watch: isWatching } = this.#options;
    const { workspace: root, path } = this.#folder;
    const watch = isWatching ? new WorkspaceWatch({ root, storeFolder: path, clock }) : undefined;
    const own = [realpathSync(home), join(realpathSync(home), "snapshots")];
    const onFolder = (folder: string): void => watch?.add([folder]);
    try {
      const scan = await scanWorkspace({ root, own, caps: this.#caps, now: clock.now(), before, onFolder });
      const saved = await saveTree(this.#git, this.#folder, scan);
      if (!lock.isHeld()) throw takenOver();
      saved.commit();
      saveTreeState(this.#folder, saved.state);
      if (watch) this.#live = { tree: saved.tree, state: saved.state, watch, rules: scan.rules };
      return saved;
    } catch (error) {
      watch?.close();
      throw error;
    }
  }

  #stopWatching(): void {
    this.#live?.watch.close();
    this.#live = undefined;
  }
}

/** A file may change its kind under git's hands. A full disk stays full. */
function isWorthAnotherTry(error: unknown): boolean {
  if (!(error instanceof RooError)) return false;
  return error.code === "snapshot_failed" && !/no space left|quota exceeded/i.test(error.message);
}

function takenOver(): RooError {
  return new RooError({
    code: "snapshots_busy",
    message: "Another process took over the snapshots of this workspace.",
    next: "Try again.",
  });
}
