import { realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Git, isRetryable } from "./git-program.ts";
import { type LiveTree, updateLiveTree } from "./live-tree.ts";
import type { SnapshotOptions } from "./open-snapshots.ts";
import { pruneMark } from "./prune-snapshots.ts";
import type { SaveProgress } from "./save-progress.ts";
import { isSmall, type KnownContents, maxSmallFiles, saveSmallTree, withoutStamps } from "./save-small-tree.ts";
import { saveTree } from "./save-tree.ts";
import type { ScanRules } from "./scan-folder.ts";
import { defaultCaps, type Scan, type SnapshotCaps, scanRules, scanWorkspace } from "./scan-workspace.ts";
import type { StoreFolder } from "./store-folder.ts";
import { lostLock, type StoreLock } from "./store-lock.ts";
import {
  countFiles,
  dropTreeState,
  hasSameFolders,
  loadTreeState,
  saveTreeState,
  type TreeState,
} from "./tree-state.ts";
import { maxWatchedFolders, WorkspaceWatch } from "./workspace-watch.ts";

interface SaveOptions {
  readonly byGit: boolean;
  readonly progress?: SaveProgress | undefined;
}

/** The workspace's current files, as a tree in the store. */
export class CurrentTree {
  readonly #options: SnapshotOptions;
  readonly #folder: StoreFolder;
  readonly #git: Git;
  readonly #program: string;
  readonly #caps: SnapshotCaps;
  readonly #known: KnownContents = new Map();
  /** The folders of a small workspace at its last scan. */
  #small: TreeState | undefined;
  #saves = 0;
  #isUnwatchable = false;
  #home: string | undefined;
  #pruneMark = "";
  #live: (LiveTree & { readonly watch: WorkspaceWatch; readonly rules: ScanRules }) | undefined;

  constructor(options: SnapshotOptions, folder: StoreFolder, { git, program }: { git: Git; program: string }) {
    this.#options = options;
    this.#folder = folder;
    this.#git = git;
    this.#program = program;
    this.#caps = { ...defaultCaps, ...options.caps };
  }

  get maxFileBytes(): number {
    return this.#caps.maxFileBytes;
  }

  /** Without the store's lock; undefined if the lock is needed. */
  async readWithoutLock(): Promise<LiveTree | undefined> {
    const live = await this.#followChanges();
    if (live) return live;
    const before = this.#small;
    if (!before) return undefined;
    const scan = await scanWorkspace(this.#scanRequest(before));
    const state = withoutStamps(scan.state);
    if (!isSmall(scan, this.#maxSmall) || !hasSameFolders(before, state)) return undefined;
    return { tree: await saveSmallTree({ git: this.#git, folder: this.#folder }, scan, this.#known), state };
  }

  /** Uses the watcher if there is one. Needs the store's lock, as do all the following. */
  async read(lock: StoreLock, progress?: SaveProgress): Promise<LiveTree> {
    const live = await this.#followChanges();
    if (live) return live;
    this.stopWatching();
    return this.save(lock, { byGit: false, progress });
  }

  /** After another process used the store: it may have deleted objects that only this one knew. */
  forgetPruned(): void {
    const mark = pruneMark(this.#folder);
    if (mark === this.#pruneMark) return;
    this.#pruneMark = mark;
    this.#known.clear();
    this.stopWatching();
  }

  /** Scans every file. `byGit`: git's index matches the tree afterwards. */
  async save(lock: StoreLock, options: SaveOptions): Promise<LiveTree> {
    for (const isLast of [false, true]) {
      try {
        return await this.#saveAll(lock, options);
      } catch (error) {
        if (!isRetryable(error)) throw error;
        if (isLast) this.forgetIndex();
      }
    }
    return this.#saveAll(lock, options);
  }

  /** For an index damaged by a power cut; the next save reads every file. */
  forgetIndex(): void {
    rmSync(this.#folder.index, { force: true });
    dropTreeState(this.#folder);
  }

  async #followChanges(): Promise<LiveTree | undefined> {
    const live = this.#live;
    const reported = await live?.watch.drain();
    if (!live || !reported) return undefined;
    if (reported.size === 0) return live;
    const rules = { ...live.rules, now: this.#options.clock.now() };
    const store = { folder: this.#folder, git: this.#git };
    const updated = await updateLiveTree({ rules, store, watch: live.watch }, live, reported);
    this.#live = updated && { ...live, ...updated };
    if (!updated) live.watch.close();
    return updated;
  }

  async #saveAll(lock: StoreLock, { byGit, progress }: SaveOptions): Promise<LiveTree> {
    const maxSmall = byGit ? 0 : this.#maxSmall;
    const last = loadTreeState(this.#folder);
    const wasSmall = last !== undefined && countFiles(last) <= maxSmall;
    const before = wasSmall ? withoutStamps(last) : last;
    const { clock, onSaving } = this.#options;
    const { workspace: root, path } = this.#folder;
    const isWatched = this.#isWorthWatching({ isSmallTree: wasSmall, isInBackground: progress !== undefined });
    const watch = isWatched ? new WorkspaceWatch({ root, storeFolder: path, clock }) : undefined;
    progress?.begin(watch);
    const onFolder = (folder: string): void => watch?.add([folder]);
    try {
      const scan = await scanWorkspace({ ...this.#scanRequest(before), onFolder, signal: progress?.signal });
      if (progress) progress.scan = scan;
      onSaving?.({ files: scan.candidates.length, bytes: scan.bytes });
      const isSmallTree = isSmall(scan, maxSmall);
      const saved = isSmallTree
        ? await this.#saveSmall(scan, { lock, before })
        : await this.#saveByGit(scan, { lock, byGit, progress });
      this.#saves += 1;
      if (isSmallTree && this.#options.watch === "large") watch?.close();
      else if (watch && scan.state.folders.size > maxWatchedFolders) this.#giveUpWatching(watch, scan);
      else if (watch) this.#live = { ...saved, watch, rules: scan.rules };
      return saved;
    } catch (error) {
      watch?.close();
      throw error;
    }
  }

  get #maxSmall(): number {
    return this.#options.smallFiles ?? maxSmallFiles;
  }

  /** The rules for paths before any folder has been scanned. */
  firstRules(): ScanRules {
    return scanRules(this.#scanRequest(undefined), false);
  }

  #scanRequest(before: TreeState | undefined) {
    const { home, userHome, clock } = this.#options;
    this.#home ??= realpathSync(home);
    const own = [this.#home, join(this.#home, "snapshots")];
    return { root: this.#folder.workspace, own, userHome, caps: this.#caps, now: clock.now(), before };
  }

  /** Every snapshot scans all folders from now on. */
  #giveUpWatching(watch: WorkspaceWatch, { state }: Scan): void {
    watch.close();
    this.#isUnwatchable = true;
    this.#options.onUnwatched?.({ folders: state.folders.size, max: maxWatchedFolders });
  }

  /** In the background: what changes until everything is saved has to be known. */
  #isWorthWatching({ isSmallTree, isInBackground }: { isSmallTree: boolean; isInBackground: boolean }): boolean {
    const { watch = false } = this.#options;
    if (this.#isUnwatchable) return false;
    return watch === "large" ? (this.#saves > 0 || isInBackground) && !isSmallTree : watch;
  }

  async #saveSmall(
    scan: Scan,
    { lock, before }: { readonly lock: StoreLock; readonly before: TreeState | undefined },
  ): Promise<LiveTree> {
    const tree = await saveSmallTree({ git: this.#git, folder: this.#folder }, scan, this.#known);
    const state = withoutStamps(scan.state);
    if (!lock.isHeld()) throw lostLock();
    if (!before || !hasSameFolders(before, state)) saveTreeState(this.#folder, state);
    this.#small = state;
    return { tree, state };
  }

  async #saveByGit(
    scan: Scan,
    { lock, byGit, progress }: SaveOptions & { readonly lock: StoreLock },
  ): Promise<LiveTree> {
    const { batchFiles, repositoryFrom } = this.#options;
    const request = { scan, byGit, program: this.#program, progress, batchFiles, repositoryFrom };
    const saved = await saveTree(this.#git, this.#folder, request);
    if (!lock.isHeld()) throw lostLock();
    saved.commit();
    saveTreeState(this.#folder, saved.state);
    this.#small = undefined;
    return saved;
  }

  stopWatching(): void {
    this.#live?.watch.close();
    this.#live = undefined;
  }
}
