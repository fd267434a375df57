import { mkdirSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { RooError, systemErrorCode } from "@roo-code/types";
import { BlobReader } from "../snapshots/blob-reader.ts";
import { createGit, type Git, isRetryable, startGit } from "../snapshots/git-program.ts";
import { withoutStamps } from "../snapshots/save-small-tree.ts";
import { type SavedTree, saveTree } from "../snapshots/save-tree.ts";
import { defaultCaps, type Scan, type SnapshotCaps, scanWorkspace } from "../snapshots/scan-workspace.ts";
import { type SnapshotContent, SnapshotRecords } from "../snapshots/snapshot-records.ts";
import { prepareStoreFolder, type StoreFolder } from "../snapshots/store-folder.ts";
import { lostLock, StoreLock } from "../snapshots/store-lock.ts";
import { dropTreeState, loadTreeState, saveTreeState, type TreeState } from "../snapshots/tree-state.ts";
import { writeAtomically } from "../snapshots/write-atomically.ts";
import { copyRefs } from "./discard-copies.ts";
import type { WorktreeOptions } from "./open-worktrees.ts";
import type { WorktreeFolder } from "./worktree-folder.ts";

const defaultWaitMs = 120_000;

/** A folder whose files are saved in the workspace's snapshot store: the workspace, or a copy of it. */
interface SavedFolder {
  readonly view: StoreFolder;
  /** Where the state of its folders is kept. */
  readonly state: StoreFolder;
  readonly own: readonly string[];
}

/**
 * The snapshot store of a workspace, also used for its copies: shared objects, and a work tree and index each. The
 * references of copies are below `refs/copies`, where pruning snapshots does not affect them.
 */
export class WorktreeStore {
  readonly folder: StoreFolder;
  readonly git: Git;
  readonly program: string;
  /** The workspace's own snapshots. */
  readonly snapshots: SnapshotRecords;
  readonly #options: WorktreeOptions;
  readonly #caps: SnapshotCaps;

  constructor(options: WorktreeOptions, folder: StoreFolder, program: string) {
    this.#options = options;
    this.#caps = { ...defaultCaps, ...options.caps };
    this.folder = folder;
    this.program = program;
    this.git = createGit(program, folder);
    this.snapshots = new SnapshotRecords(folder, this.git);
  }

  /** One at a time in all processes; also waits for snapshots. */
  async exclusive<Result>(work: (lock: StoreLock) => Promise<Result>): Promise<Result> {
    prepareStoreFolder(this.folder);
    const { clock, waitMs = defaultWaitMs } = this.#options;
    const lock = await StoreLock.acquire(this.folder.path, { clock, waitMs });
    try {
      return await work(lock);
    } finally {
      lock.release();
    }
  }

  /** Scans every file of the workspace. Saves nothing. */
  async listWorkspace(): Promise<Scan> {
    const before = loadTreeState(this.folder);
    return this.#scan(this.#workspace(), before && withoutStamps(before));
  }

  async saveWorkspace(lock: StoreLock): Promise<SavedTree> {
    return this.#save(this.#workspace(), lock);
  }

  async saveCopy(worktree: WorktreeFolder, lock: StoreLock): Promise<SavedTree> {
    const view = { ...this.folder, workspace: realpathSync(worktree.files), index: join(worktree.path, "index") };
    return this.#save({ view, state: { ...view, path: worktree.path }, own: [] }, lock);
  }

  /** Records a saved tree of a copy, readable until `forgetCopy`. */
  async writeCopyRecord(worktree: WorktreeFolder, { tree, state }: SavedTree): Promise<SnapshotContent> {
    const records = this.#copyRecords(worktree);
    mkdirSync(this.#copyRefs(worktree), { recursive: true, mode: 0o700 });
    const { id } = records.write({ label: worktree.id, time: this.#options.clock.now(), tree, state });
    return records.read(id);
  }

  async readCopyRecord(worktree: WorktreeFolder, id: string): Promise<SnapshotContent> {
    return this.#copyRecords(worktree).read(id);
  }

  forgetCopy(worktree: WorktreeFolder): void {
    rmSync(this.#copyRefs(worktree), { recursive: true, force: true });
  }

  /** Keeps otherwise unreferenced objects until `forgetCopy`. */
  keepObject(worktree: WorktreeFolder, oid: string): void {
    writeAtomically(join(this.#copyRefs(worktree), "merged"), `${oid}\n`, { tempFolder: this.folder.path });
  }

  readBlobs(): BlobReader {
    return new BlobReader(startGit(this.program, this.folder, { arguments: ["cat-file", "--batch"] }));
  }

  async #save(saved: SavedFolder, lock: StoreLock): Promise<SavedTree> {
    try {
      return await this.#saveOnce(saved, lock);
    } catch (error) {
      if (!isRetryable(error)) throw error;
      // The index was damaged by a power cut, or a file changed its type while git read it.
      rmSync(saved.view.index, { force: true });
      dropTreeState(saved.state);
      return this.#saveOnce(saved, lock);
    }
  }

  async #saveOnce(saved: SavedFolder, lock: StoreLock): Promise<SavedTree> {
    const scan = await this.#scan(saved, loadTreeState(saved.state));
    const tree = await saveTree(createGit(this.program, saved.view), saved.view, { scan, byGit: true });
    if (!lock.isHeld()) throw lostLock();
    tree.commit();
    saveTreeState(saved.state, tree.state);
    return tree;
  }

  async #scan({ view, own }: SavedFolder, before: TreeState | undefined): Promise<Scan> {
    return scanWorkspace({ root: view.workspace, own, caps: this.#caps, now: this.#options.clock.now(), before });
  }

  #workspace(): SavedFolder {
    const home = realpathSync(this.#options.home);
    return { view: this.folder, state: this.folder, own: [home, join(home, "snapshots"), join(home, "worktrees")] };
  }

  #copyRecords(worktree: WorktreeFolder): SnapshotRecords {
    return new SnapshotRecords({ ...this.folder, refs: this.#copyRefs(worktree) }, this.git);
  }

  #copyRefs({ id }: WorktreeFolder): string {
    return copyRefs(this.folder.path, id);
  }
}

/** Wraps file system errors; returns others unchanged. */
export function asWorktreeFailure(id: string, what: string, error: unknown): unknown {
  if (error instanceof RooError || systemErrorCode(error) === undefined) return error;
  return new RooError({
    code: "worktree_failed",
    message: `The copy ${id} of the workspace could not be ${what}: ${error instanceof Error ? error.message : String(error)}`,
    next: "Check free space and permissions, then try again: it continues where it stopped, and no file is half written.",
    cause: error,
  });
}
