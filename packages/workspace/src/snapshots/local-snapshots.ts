import { existsSync } from "node:fs";
import {
  type ChangedFile,
  type ChangeRecord,
  type ChangeRequest,
  type PendingRestore,
  type PruneLimits,
  type PruneOutcome,
  type RestoreOutcome,
  type Snapshot,
  type SnapshotDiff,
  type SnapshotStore,
  type TakeBackOptions,
  type TakeBackOutcome,
  type TakenChange,
} from "@roo-code/types";
import { changedFiles, type SavedFiles } from "./changed-files.ts";
import { diffChanges } from "./changes/diff-changes.ts";
import { type Links, linksOf } from "./changes/path-links.ts";
import { isNothing, planTakeBack } from "./changes/plan-take-back.ts";
import { recordChange } from "./changes/record-change.ts";
import { takeBack, takeBackKey } from "./changes/take-back.ts";
import { patchFiles } from "./changes/versions.ts";
import { copySnapshot } from "./copy-snapshot.ts";
import { CurrentTree, isWorthAnotherTry } from "./current-tree.ts";
import { diffTrees } from "./diff-trees.ts";
import { filesWith } from "./files-with.ts";
import { createGit, type Git, NeedsLock } from "./git-program.ts";
import type { LiveTree } from "./live-tree.ts";
import { lostRepositories, type Manifest, manifestOf } from "./manifest.ts";
import type { SnapshotOptions } from "./open-snapshots.ts";
import { pruneSnapshots } from "./prune-snapshots.ts";
import { KeptRepositories } from "./repositories/kept-repositories.ts";
import type { RestorePlan } from "./restore-plan.ts";
import { readRestoreRecord, removeRestoreRecord } from "./restore-record.ts";
import { restoreSnapshot } from "./restore-snapshot.ts";
import { type SnapshotContent, SnapshotRecords } from "./snapshot-records.ts";
import { StoreAccess } from "./store-access.ts";
import { folderSize, type StoreFolder } from "./store-folder.ts";
import type { StoreLock } from "./store-lock.ts";
import type { TreeState } from "./tree-state.ts";

export class LocalSnapshots implements SnapshotStore {
  readonly #options: SnapshotOptions;
  readonly #folder: StoreFolder;
  readonly #program: string;
  readonly #git: Git;
  readonly #records: SnapshotRecords;
  readonly #current: CurrentTree;
  readonly #repositories: KeptRepositories;
  /** The newest snapshot, and the folders when they were last looked at. */
  #taken: { readonly id: string; readonly state: TreeState } | undefined;
  readonly #access: StoreAccess;

  constructor(options: SnapshotOptions, folder: StoreFolder, program: string) {
    this.#options = options;
    this.#folder = folder;
    this.#program = program;
    this.#git = createGit(program, folder);
    this.#records = new SnapshotRecords(folder, this.#git);
    this.#current = new CurrentTree(options, folder, this.#git);
    this.#repositories = new KeptRepositories(folder);
    this.#access = new StoreAccess(folder, options, () => {
      this.#records.refresh();
      this.#current.forgetPruned();
    });
  }

  async take(label: string, { paths }: { readonly paths?: readonly string[] } = {}): Promise<Snapshot> {
    return this.#access.serially(
      async () =>
        (await this.#access.quickly(() => this.#takeQuickly(label, paths))) ??
        this.#access.locked(async (lock) => this.#takeLocked(label, lock)),
    );
  }

  beginChange(before: string): () => void {
    return this.#folder.journal.open(before);
  }

  async recordChange(before: string, request: ChangeRequest): Promise<ChangeRecord> {
    return this.#access.serially(
      async () =>
        (await this.#access.quickly(() => this.#recordQuickly(before, request))) ??
        this.#access.locked(async (lock) => {
          // A task that resumes goes on from a snapshot of the process that was killed.
          if (!request.steps || !this.#records.isRecent(before)) this.#access.unpackOthers();
          return this.#recordChange(before, request, () => this.#asTheyAre(lock));
        }),
    );
  }

  async takeBack(changes: readonly TakenChange[], options: TakeBackOptions = {}): Promise<TakeBackOutcome> {
    return this.#access.alone(async (lock) => {
      const links = await this.#linksOf(changes);
      if (options.isDryRun) {
        const { restore, ...plan } = await planTakeBack(this.#place, {
          ...options,
          links,
          current: await this.#asTheyAre(lock),
        });
        return { ...plan, ...namesOf(restore) };
      }
      // What the watcher may have missed counts here: git looks at every file, and its index is brought up to date.
      this.#current.stopWatching();
      const saved = await this.#current.save(lock, { byGit: true });
      const { id } = await this.#record("before an undo", saved);
      const current = await this.#records.read(id);
      const plan = await planTakeBack(this.#place, { ...options, links, current });
      const key = takeBackKey(changes, [options.onConflict]);
      // What a crash cut short is completed, and recorded, also where nothing of it is left to do.
      if (isNothing(plan) && readRestoreRecord(this.#folder)?.id !== key) {
        this.#records.remove(id);
        return { restored: [], removed: [], ...plan };
      }
      const { by = "", undo } = options;
      return takeBack(this.#place, { plan, current, key, by, undo, time: this.#options.clock.now() });
    });
  }

  async diffChanges(changes: readonly TakenChange[], until: "now" | "then"): Promise<SnapshotDiff> {
    return this.#access.alone(async (lock) => {
      const links = await this.#linksOf(changes);
      return diffChanges(this.#place, links, until === "now" ? await this.#asTheyAre(lock) : undefined);
    });
  }

  async takeWithout(
    changes: readonly TakenChange[],
    label: string,
  ): Promise<Pick<TakeBackOutcome, "conflicts"> & { readonly id: string }> {
    return this.#access.alone(async (lock) => {
      const current = await this.#records.read((await this.#takeLocked(label, lock)).id);
      const { patch, conflicts } = await planTakeBack(this.#place, { links: await this.#linksOf(changes), current });
      const files = await patchFiles(this.#place, current, patch);
      const { id } = this.#records.writeDerived(current, { ...files, label, time: this.#options.clock.now() });
      return { id, conflicts };
    });
  }

  async list(): Promise<readonly Snapshot[]> {
    return this.#access.alone(async () => this.#records.list());
  }

  async diff(from: string, to?: string): Promise<SnapshotDiff> {
    return this.#access.alone(async (lock) => {
      const saved = await this.#records.read(from);
      const other = to === undefined ? await this.#asTheyAre(lock) : await this.#records.read(to);
      const { files, isTruncated } = await diffTrees(this.#git, saved.tree, other.tree);
      const lost = lostRepositories(saved.manifest, other.manifest);
      return { files: [...files, ...lost.map((path) => ({ path, change: "deleted" as const }))], isTruncated };
    });
  }

  async changedFiles(from: string, to?: string): Promise<readonly ChangedFile[]> {
    const store = { git: this.#git, folder: this.#folder };
    return this.#access.alone(async (lock) => {
      const [then, now] = [await this.#records.read(from), to === undefined ? undefined : await this.#records.read(to)];
      return changedFiles(store, then, now ?? (await this.#asTheyAre(lock)));
    });
  }

  async copyTo(id: string, folder: string): Promise<Pick<RestoreOutcome, "restored" | "conflicts">> {
    return this.#access.alone(async () => {
      const store = { folder: this.#folder, program: this.#program, git: this.#git };
      return copySnapshot(store, await this.#records.read(id), folder);
    });
  }

  async restore(id: string, options: { readonly paths?: readonly string[] } = {}): Promise<RestoreOutcome> {
    return this.#access.alone(async (lock) => {
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
      return restoreSnapshot(store, { target, before, paths: options.paths });
    });
  }

  async pendingRestore(): Promise<PendingRestore | undefined> {
    return readRestoreRecord(this.#folder);
  }

  async endRestore(): Promise<void> {
    await this.#access.alone(async () => removeRestoreRecord(this.#folder));
  }

  async forget(id: string): Promise<void> {
    await this.#access.alone(async () => this.#records.remove(id));
  }

  async prune(limits: PruneLimits): Promise<PruneOutcome> {
    return this.#access.alone(async () => {
      // Objects that only the live tree knows go with the rest.
      this.#current.stopWatching();
      this.#taken = undefined;
      this.#folder.objects.clear();
      try {
        return await this.#pruneLocked(limits);
      } catch (error) {
        if (!isWorthAnotherTry(error)) throw error;
        this.#current.forgetIndex();
        return await this.#pruneLocked(limits);
      } finally {
        this.#current.forgetPruned();
      }
    });
  }

  async isOver({ maxAgeMs, maxBytes, keep }: PruneLimits): Promise<boolean> {
    if (!existsSync(this.#folder.refs)) return false;
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
    await this.#access.close();
    this.#current.stopWatching();
  }

  async #takeQuickly(label: string, paths: readonly string[] | undefined): Promise<Snapshot | undefined> {
    if (!this.#taken) return undefined;
    const files = paths && (await this.#filesWith(paths));
    if (files) return this.#recordDerived(label, files);
    const live = await this.#current.readQuickly();
    return live && this.#record(label, live);
  }

  async #recordQuickly(before: string, request: ChangeRequest): Promise<ChangeRecord | undefined> {
    if (request.isInterrupted || !this.#records.isRecent(before)) return undefined;
    if (!request.steps && this.#folder.journal.others().length > 0) return undefined;
    return this.#recordChange(before, request, async () => {
      const live = await this.#current.readQuickly();
      if (!live) throw new NeedsLock();
      return this.#filesOf(live);
    });
  }

  async #recordChange(before: string, request: ChangeRequest, scan: () => Promise<SavedFiles>): Promise<ChangeRecord> {
    const taken = this.#taken?.id === before ? this.#taken : undefined;
    const record = await recordChange(this.#place, {
      ...request,
      before: await this.#records.read(before),
      state: taken?.state,
      scan,
      time: this.#options.clock.now(),
    });
    const after = record.changes.at(-1)?.after;
    if (taken && after !== undefined) this.#taken = { ...taken, id: after };
    return record;
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
    return this.#record(label, await this.#current.read(lock));
  }

  /** The newest snapshot with a few files as they are now; undefined where that cannot be told from them alone. */
  async #filesWith(paths: readonly string[]): Promise<{ base: SnapshotContent; files: SavedFiles } | undefined> {
    const taken = this.#taken;
    if (!taken) return undefined;
    const base = await this.#records.read(taken.id);
    const maxFileBytes = this.#current.maxFileBytes;
    const files = await filesWith(this.#place, { ...base, state: taken.state }, { paths, maxFileBytes });
    return files && { base, files };
  }

  #recordDerived(label: string, { base, files }: { base: SnapshotContent; files: SavedFiles }): Snapshot {
    const snapshot = this.#records.writeLike(base, { ...files, label, time: this.#options.clock.now() });
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

  get #place() {
    return {
      folder: this.#folder,
      program: this.#program,
      git: this.#git,
      records: this.#records,
      repositories: this.#repositories,
    };
  }

  async #linksOf(changes: readonly TakenChange[]): Promise<Links> {
    const loaded = [];
    for (const { before, after, paths } of changes)
      loaded.push({ before: await this.#records.read(before), after: await this.#records.read(after), paths });
    return linksOf(this.#place, loaded);
  }

  async #asTheyAre(lock: StoreLock): Promise<{ tree: string; manifest: Manifest }> {
    return this.#filesOf(await this.#current.read(lock));
  }

  #filesOf({ tree, state }: LiveTree): { tree: string; manifest: Manifest } {
    return { tree, manifest: manifestOf(state, this.#repositories.find(state)) };
  }
}

/** What carrying a plan out would do, by name. */
function namesOf(plan: RestorePlan): { restored: string[]; removed: string[] } {
  const asFolder = (path: string): string => `${path}/`;
  return {
    restored: [
      ...new Set([
        ...plan.writes.map(({ path }) => path),
        ...plan.foldersToMake.map(asFolder),
        ...plan.modes.keys(),
        ...plan.repositories,
      ]),
    ],
    removed: [...plan.removals, ...plan.foldersToRemove.map(asFolder)],
  };
}
