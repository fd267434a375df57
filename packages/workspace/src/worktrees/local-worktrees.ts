import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { MergeOutcome, SharedPath, Worktrees } from "@roo-code/types";
import { isInside } from "../files/confine.ts";
import { storeFolder } from "../snapshots/store-folder.ts";
import type { StoreLock } from "../snapshots/store-lock.ts";
import { makeCopy } from "./make-copy.ts";
import { mergeCopy } from "./merge-copy.ts";
import { readMergeRecord, removeMergeRecord, writeMergeRecord } from "./merge-plan.ts";
import type { WorktreeOptions } from "./open-worktrees.ts";
import { removeTree } from "./set-aside.ts";
import {
  isComplete,
  isWorktreeId,
  readWorktreeRecord,
  unknownWorktree,
  type WorktreeFolder,
  worktreeFolder,
  worktreesFolder,
  writeWorktreeRecord,
} from "./worktree-folder.ts";
import type { WorktreeStore } from "./worktree-store.ts";
import { asWorktreeFailure } from "./worktree-store.ts";

export class LocalWorktrees implements Worktrees {
  readonly #options: WorktreeOptions;
  readonly #store: WorktreeStore;
  readonly #parent: string;

  constructor(options: WorktreeOptions, store: WorktreeStore) {
    this.#options = options;
    this.#store = store;
    this.#parent = worktreesFolder(options.home, store.folder.workspace);
  }

  async open(id: string): Promise<string> {
    return this.#exclusive(id, "created", async (worktree, lock) => {
      const record = readWorktreeRecord(worktree);
      if (isComplete(worktree, record)) writeWorktreeRecord(worktree, { ...record, usedAt: this.#options.clock.now() });
      else await this.#create(worktree, lock);
      return worktree.files;
    });
  }

  async shared(id: string): Promise<readonly SharedPath[]> {
    return readWorktreeRecord(worktreeFolder(this.#parent, id))?.shared ?? [];
  }

  async merge(id: string): Promise<MergeOutcome> {
    return this.#exclusive(id, "merged", async (worktree, lock) => {
      const record = readWorktreeRecord(worktree);
      const outcome = record?.state === "removed" ? readMergeRecord(worktree)?.outcome : undefined;
      if (outcome) return outcome;
      if (!isComplete(worktree, record)) throw unknownWorktree(id);
      const now = this.#options.clock.now();
      writeWorktreeRecord(worktree, { ...record, usedAt: now });
      return mergeCopy({ store: this.#store, worktree, base: record.base, lock, now });
    });
  }

  async remove(id: string): Promise<void> {
    await this.#exclusive(id, "removed", async (worktree) => {
      const record = readWorktreeRecord(worktree);
      if (record) writeWorktreeRecord(worktree, { ...record, state: "removed" });
      this.#clear(worktree);
    });
  }

  async removeOld(maxAgeMs: number): Promise<readonly string[]> {
    if (!existsSync(this.#parent)) return [];
    const removed: string[] = [];
    for (const id of readdirSync(this.#parent).filter(isWorktreeId)) {
      if (this.#options.clock.now() - this.#usedAt(id) <= maxAgeMs) continue;
      await this.#exclusive(id, "removed", async (worktree) => {
        this.#clear(worktree);
        removeTree(worktree.path);
      });
      removed.push(id);
    }
    return removed;
  }

  /** For a copy of a copy: what the original shares is shared with this one, too. */
  #sharedByWorkspace(): readonly SharedPath[] {
    const { workspace } = this.#store.folder;
    const above = dirname(workspace);
    if (basename(workspace) !== "files" || !isInside(join(realpathSync(this.#options.home), "worktrees"), above))
      return [];
    return readWorktreeRecord(worktreeFolder(dirname(above), basename(above)))?.shared ?? [];
  }

  #usedAt(id: string): number {
    const worktree = worktreeFolder(this.#parent, id);
    return readWorktreeRecord(worktree)?.usedAt ?? statSync(worktree.path).mtimeMs;
  }

  async #create(worktree: WorktreeFolder, lock: StoreLock): Promise<void> {
    mkdirSync(worktree.path, { recursive: true, mode: 0o700 });
    // Left by a crash, or by an earlier copy with that id.
    const merged = readMergeRecord(worktree)?.outcome;
    this.#clear(worktree);
    if (!merged) removeMergeRecord(worktree);
    try {
      const shared = [...(await makeCopy(this.#store, worktree)), ...this.#sharedByWorkspace()];
      // The base is what was copied, whatever happens to the workspace meanwhile.
      const { snapshot } = await this.#store.writeCopyRecord(worktree, await this.#store.saveCopy(worktree, lock));
      const usedAt = this.#options.clock.now();
      // It was merged and removed before a crash: the outcome is still to be reported.
      if (merged) writeMergeRecord(worktree, { format: 1, theirs: snapshot.id, large: [], outcome: merged });
      writeWorktreeRecord(worktree, { format: 1, state: "open", base: snapshot.id, usedAt, shared });
    } catch (error) {
      this.#clear(worktree);
      throw error;
    }
  }

  /** Removes everything but the records and what a merge set aside. */
  #clear(worktree: WorktreeFolder): void {
    if (existsSync(worktree.path)) {
      // The snapshots of the task that worked there. A link in place of the folder must not name another's.
      const own = storeFolder(this.#options.home, join(realpathSync(worktree.path), "files"));
      rmSync(own.path, { recursive: true, force: true });
    }
    for (const name of ["files", "scratch", "index", "state.json"]) removeTree(join(worktree.path, name));
    this.#store.forgetCopy(worktree);
  }

  async #exclusive<Result>(
    id: string,
    what: string,
    work: (worktree: WorktreeFolder, lock: StoreLock) => Promise<Result>,
  ): Promise<Result> {
    const worktree = worktreeFolder(this.#parent, id);
    try {
      return await this.#store.exclusive(async (lock) => work(worktree, lock));
    } catch (error) {
      throw asWorktreeFailure(id, what, error);
    }
  }
}
