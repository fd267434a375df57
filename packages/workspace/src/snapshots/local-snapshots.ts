import { existsSync } from "node:fs";
import {
  type ChangedFile,
  type ChangeRecord,
  type ChangeRequest,
  type PendingRestore,
  type PruneLimits,
  type PruneOutcome,
  type RestoreOutcome,
  type SelectedChange,
  type Snapshot,
  type SnapshotDiff,
  type SnapshotStore,
  type TakeOptions,
  type UndoChangesOptions,
  type UndoChangesOutcome,
} from "@roo-code/types";
import { changedFiles, type SavedFiles } from "./changed-files.ts";
import { diffChanges } from "./changes/diff-changes.ts";
import { type Links, linksOf } from "./changes/path-links.ts";
import { isEmptyPlan, planUndo } from "./changes/plan-undo.ts";
import { recordChange } from "./changes/record-change.ts";
import type { Version } from "./changes/three-way.ts";
import { undoChanges, undoKey } from "./changes/undo-changes.ts";
import { patchFiles } from "./changes/versions.ts";
import { comparablePaths, isAmong } from "./comparable-paths.ts";
import { CurrentTree } from "./current-tree.ts";
import { diffTrees } from "./diff-trees.ts";
import { currentVersions } from "./first/current-versions.ts";
import { FirstSnapshot } from "./first/first-snapshot.ts";
import { PendingSnapshots } from "./first/pending-snapshots.ts";
import { createGit, type Git, isRetryable, NeedsLock } from "./git-program.ts";
import type { LiveTree } from "./live-tree.ts";
import { lostRepositories, type Manifest, manifestOf } from "./manifest.ts";
import type { SnapshotOptions } from "./open-snapshots.ts";
import { pruneSnapshots } from "./prune-snapshots.ts";
import { KeptRepositories } from "./repositories/kept-repositories.ts";
import type { RestorePlan } from "./restore-plan.ts";
import { readRestoreRecord, removeRestoreRecord } from "./restore-record.ts";
import { copySnapshot, restoreSnapshot } from "./restore-snapshot.ts";
import { type SnapshotContent, SnapshotRecords } from "./snapshot-records.ts";
import { StoreAccess } from "./store-access.ts";
import { folderSize, type StoreFolder } from "./store-folder.ts";
import type { StoreLock } from "./store-lock.ts";
import type { TreeState } from "./tree-state.ts";
import { updateSavedFiles } from "./update-saved-files.ts";

export class LocalSnapshots implements SnapshotStore {
  readonly #options: SnapshotOptions;
  readonly #folder: StoreFolder;
  readonly #program: string;
  readonly #git: Git;
  readonly #records: SnapshotRecords;
  readonly #current: CurrentTree;
  readonly #repositories: KeptRepositories;
  /** The newest snapshot, and the folders at the last scan. */
  #taken: { readonly id: string; readonly state: TreeState } | undefined;
  readonly #access: StoreAccess;
  readonly #first: FirstSnapshot | undefined;
  /** Snapshots taken until the first one is complete. */
  #pending: PendingSnapshots | undefined;

  constructor(options: SnapshotOptions, folder: StoreFolder, program: string) {
    this.#options = options;
    this.#folder = folder;
    this.#program = program;
    this.#git = createGit(program, folder);
    this.#records = new SnapshotRecords(folder, this.#git);
    this.#current = new CurrentTree(options, folder, { git: this.#git, program });
    this.#repositories = new KeptRepositories(folder);
    this.#access = new StoreAccess(folder, options, () => {
      this.#records.refresh();
      this.#current.forgetPruned();
    });
    const { clock, background } = options;
    this.#first = background && new FirstSnapshot({ clock, background, folder });
  }

  async take(label: string, options: TakeOptions = {}): Promise<Snapshot> {
    if (!this.#first || this.#taken) return this.#take(label, options);
    try {
      const first = await this.#first.wait(() => this.#take(label, options), options);
      if (first?.isOwn) return first.snapshot;
      if (first) return await this.#take(label, options);
    } catch (error) {
      // What an edit changes can be saved in any case.
      if (!options.paths || options.mayChangeOthers) throw error;
    }
    this.#pending ??= new PendingSnapshots({
      options: this.#options,
      main: this.#folder,
      program: this.#program,
      progress: this.#first.progress,
      rules: this.#current.firstRules(),
    });
    return this.#pending.take(label, options);
  }

  beginChange(before: string): () => void {
    return this.#folder.journal.open(before);
  }

  async recordChange(before: string, request: ChangeRequest): Promise<ChangeRecord> {
    if (this.#pending?.isOpen(before)) return this.#pending.recordChange(before, request);
    return this.#access.enqueue(
      async () =>
        (await this.#access.withoutLock(() => this.#recordWithoutLock(before, request))) ??
        this.#access.withLock(async (lock) => {
          // A resumed task continues from a snapshot of the process that was killed.
          if (!request.steps || !this.#records.isRecent(before)) this.#access.unpackOtherJournals();
          return this.#recordChange(before, request, () => this.#currentFiles(lock));
        }),
    );
  }

  async undoChanges(changes: readonly SelectedChange[], options: UndoChangesOptions = {}): Promise<UndoChangesOutcome> {
    return this.#access.exclusive(async (lock) => {
      const links = await this.#linksOf(changes);
      if (options.isDryRun) {
        const { restore, ...plan } = await planUndo(this.#store, {
          ...options,
          links,
          current: await this.#currentFiles(lock),
        });
        return { ...plan, ...plannedPaths(restore) };
      }
      // The watcher may have missed something: here git examines every file, which also updates its index.
      this.#current.stopWatching();
      const saved = await this.#current.save(lock, { byGit: true });
      const { id } = await this.#record("before an undo", saved);
      const current = await this.#records.read(id);
      const plan = await planUndo(this.#store, { ...options, links, current });
      const key = undoKey(changes, [options.onConflict]);
      // An undo that a crash interrupted is completed and recorded even if nothing is left to change.
      if (isEmptyPlan(plan) && readRestoreRecord(this.#folder)?.id !== key) {
        this.#records.remove(id);
        return { restored: [], removed: [], ...plan };
      }
      const { by = "", undo } = options;
      return undoChanges(this.#store, { plan, current, key, by, undo, time: this.#options.clock.now() });
    });
  }

  async diffChanges(changes: readonly SelectedChange[], until: "now" | "then"): Promise<SnapshotDiff> {
    return this.#access.exclusive(async (lock) => {
      const links = await this.#linksOf(changes);
      return diffChanges(this.#store, links, until === "now" ? await this.#currentFiles(lock) : undefined);
    });
  }

  async takeWithout(
    changes: readonly SelectedChange[],
    label: string,
  ): Promise<Pick<UndoChangesOutcome, "conflicts"> & { readonly id: string }> {
    return this.#access.exclusive(async (lock) => {
      const current = await this.#records.read((await this.#takeLocked(label, lock)).id);
      const { patch, conflicts } = await planUndo(this.#store, { links: await this.#linksOf(changes), current });
      const files = await patchFiles(this.#store, current, patch);
      const { id } = this.#records.writeDerived(current, { ...files, label, time: this.#options.clock.now() });
      return { id, conflicts };
    });
  }

  async list(): Promise<readonly Snapshot[]> {
    return this.#access.exclusive(async () => this.#records.list());
  }

  async diff(from: string, to?: string): Promise<SnapshotDiff> {
    return this.#access.exclusive(async (lock) => {
      const saved = await this.#records.read(from);
      const other = to === undefined ? await this.#currentFiles(lock) : await this.#records.read(to);
      const { files, isTruncated } = await diffTrees(this.#git, saved.tree, other.tree);
      const lost = lostRepositories(saved.manifest, other.manifest).map((path) => ({
        path,
        change: "deleted" as const,
      }));
      const isComparable = isAmong(comparablePaths(saved.snapshot, "snapshot" in other ? other.snapshot : undefined));
      return { files: [...files, ...lost].filter(({ path }) => isComparable(path)), isTruncated };
    });
  }

  async changedFiles(from: string, to?: string): Promise<readonly ChangedFile[]> {
    const store = { git: this.#git, folder: this.#folder };
    return this.#access.exclusive(async (lock) => {
      const [then, now] = [await this.#records.read(from), to === undefined ? undefined : await this.#records.read(to)];
      const changed = await changedFiles(store, then, now ?? (await this.#currentFiles(lock)));
      const isComparable = isAmong(comparablePaths(then.snapshot, now?.snapshot));
      return changed.filter(({ path }) => isComparable(path));
    });
  }

  async copyTo(id: string, folder: string): Promise<Pick<RestoreOutcome, "restored" | "conflicts">> {
    return this.#access.exclusive(async () => {
      const store = { folder: this.#folder, program: this.#program, git: this.#git };
      return copySnapshot(store, await this.#records.read(id), folder);
    });
  }

  async restore(id: string, options: { readonly paths?: readonly string[] } = {}): Promise<RestoreOutcome> {
    return this.#access.exclusive(async (lock) => {
      const target = await this.#records.read(id);
      // The watcher may have missed something: here git examines every file, which also updates its index.
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
      return restoreSnapshot(store, { target, before, paths: options.paths });
    });
  }

  async pendingRestore(): Promise<PendingRestore | undefined> {
    return readRestoreRecord(this.#folder);
  }

  async endRestore(): Promise<void> {
    await this.#access.exclusive(async () => removeRestoreRecord(this.#folder));
  }

  async forget(id: string): Promise<void> {
    await this.#access.exclusive(async () => this.#records.remove(id));
  }

  async prune(limits: PruneLimits): Promise<PruneOutcome> {
    return this.#access.exclusive(async () => {
      // Pruning deletes objects that only the live tree refers to.
      this.#current.stopWatching();
      this.#taken = undefined;
      this.#folder.objects.clear();
      try {
        return await this.#pruneLocked(limits);
      } catch (error) {
        if (!isRetryable(error)) throw error;
        this.#current.forgetIndex();
        return await this.#pruneLocked(limits);
      } finally {
        this.#current.forgetPruned();
      }
    });
  }

  async isOver({ maxAgeMs, maxBytes, keep }: PruneLimits): Promise<boolean> {
    // Pruning would wait for the first snapshot.
    if (!existsSync(this.#folder.refs) || (this.#pending && !this.#taken)) return false;
    this.#records.refresh();
    const age = this.#options.clock.now() - (this.#records.oldestTime() ?? Number.POSITIVE_INFINITY);
    if (maxAgeMs !== undefined && age > maxAgeMs) return true;
    if (keep !== undefined && this.#records.count() > keep) return true;
    return maxBytes !== undefined && folderSize(this.#folder.path) > maxBytes;
  }

  async size(): Promise<number> {
    return existsSync(this.#folder.path) ? folderSize(this.#folder.path) : 0;
  }

  async dispose(): Promise<void> {
    this.#first?.stop();
    this.#pending?.close();
    await this.#access.close();
    this.#current.stopWatching();
  }

  async #take(label: string, { paths, mayChangeOthers }: TakeOptions): Promise<Snapshot> {
    if (this.#taken && this.#pending) await this.#pending.unpack();
    return this.#access.enqueue(
      async () =>
        (await this.#access.withoutLock(() => this.#takeWithoutLock(label, mayChangeOthers ? undefined : paths))) ??
        this.#access.withLock(async (lock) => this.#takeLocked(label, lock)),
    );
  }

  async #takeWithoutLock(label: string, paths: readonly string[] | undefined): Promise<Snapshot | undefined> {
    if (!this.#taken) return undefined;
    const files = paths && (await this.#updateSavedFiles(paths));
    if (files) return this.#recordUpdated(label, files);
    const live = await this.#current.readWithoutLock();
    return live && this.#record(label, live);
  }

  async #recordWithoutLock(before: string, request: ChangeRequest): Promise<ChangeRecord | undefined> {
    if (request.isInterrupted || !this.#records.isRecent(before)) return undefined;
    if (!request.steps && this.#folder.journal.otherJournals().length > 0) return undefined;
    return this.#recordChange(before, request, async () => {
      const live = await this.#current.readWithoutLock();
      if (!live) throw new NeedsLock();
      return this.#filesOf(live);
    });
  }

  async #recordChange(before: string, request: ChangeRequest, scan: () => Promise<SavedFiles>): Promise<ChangeRecord> {
    const taken = this.#taken?.id === before ? this.#taken : undefined;
    const content = await this.#records.read(before);
    const { only } = content.snapshot;
    const record = await recordChange(this.#store, {
      ...request,
      before: content,
      state: taken?.state,
      scan: only ? () => patchFiles(this.#store, content, { files: this.#currentVersions(only) }) : scan,
      time: this.#options.clock.now(),
    });
    const after = record.changes.at(-1)?.after;
    if (taken && after !== undefined) this.#taken = { ...taken, id: after };
    if (only && !request.steps) return { ...record, unsaved: "unknown" };
    return record;
  }

  #currentVersions(paths: readonly string[]): ReadonlyMap<string, Version | undefined> {
    return currentVersions(this.#folder, paths, this.#current.maxFileBytes);
  }

  async #pruneLocked(limits: PruneLimits): Promise<PruneOutcome> {
    const pending = readRestoreRecord(this.#folder);
    const needed = new Set([...this.#access.inUse, ...(pending ? [pending.id, pending.before] : [])]);
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
    return this.#record(label, await this.#current.read(lock, this.#taken ? undefined : this.#first?.progress));
  }

  /** The newest snapshot, updated with a few paths; undefined if that cannot be determined from these alone. */
  async #updateSavedFiles(paths: readonly string[]): Promise<{ base: SnapshotContent; files: SavedFiles } | undefined> {
    const taken = this.#taken;
    if (!taken) return undefined;
    const base = await this.#records.read(taken.id);
    const maxFileBytes = this.#current.maxFileBytes;
    const files = await updateSavedFiles(this.#store, { ...base, state: taken.state }, { paths, maxFileBytes });
    return files && { base, files };
  }

  #recordUpdated(label: string, { base, files }: { base: SnapshotContent; files: SavedFiles }): Snapshot {
    const snapshot = this.#records.writeUpdated(base, { ...files, label, time: this.#options.clock.now() });
    if (this.#taken) this.#taken = { ...this.#taken, id: snapshot.id };
    return snapshot;
  }

  async #record(label: string, { tree, state }: LiveTree): Promise<Snapshot> {
    const time = this.#options.clock.now();
    const repositories = this.#repositories.find(state);
    await this.#repositories.keep(repositories, time);
    const snapshot = this.#records.write({ label, time, tree, state, repositories });
    this.#taken = { id: snapshot.id, state };
    return snapshot;
  }

  get #store() {
    return {
      folder: this.#folder,
      program: this.#program,
      git: this.#git,
      records: this.#records,
      repositories: this.#repositories,
    };
  }

  async #linksOf(changes: readonly SelectedChange[]): Promise<Links> {
    const loaded = [];
    for (const { before, after, paths } of changes)
      loaded.push({ before: await this.#records.read(before), after: await this.#records.read(after), paths });
    return linksOf(this.#store, loaded);
  }

  async #currentFiles(lock: StoreLock): Promise<{ tree: string; manifest: Manifest }> {
    return this.#filesOf(await this.#current.read(lock));
  }

  #filesOf({ tree, state }: LiveTree): { tree: string; manifest: Manifest } {
    return { tree, manifest: manifestOf(state, this.#repositories.find(state)) };
  }
}

/** What applying a plan would change. */
function plannedPaths(plan: RestorePlan): { restored: string[]; removed: string[] } {
  const asFolder = (path: string): string => `${path}/`;
  return {
    restored: [
      ...new Set([
        ...plan.writes.map(({ path }) => path),
        ...plan.foldersToCreate.map(asFolder),
        ...plan.modes.keys(),
        ...plan.repositories,
      ]),
    ],
    removed: [...plan.removals, ...plan.foldersToRemove.map(asFolder)],
  };
}
