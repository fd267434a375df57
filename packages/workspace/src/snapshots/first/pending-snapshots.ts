import { statSync } from "node:fs";
import type { ChangeRecord, ChangeRequest, Snapshot, TakeOptions } from "@roo-code/types";
import { recordChange } from "../changes/record-change.ts";
import type { Version } from "../changes/three-way.ts";
import { patchFiles, type SavedFiles } from "../changes/versions.ts";
import { writeObject } from "../git-objects.ts";
import { createGit, type Git } from "../git-program.ts";
import { isIncluded } from "../included-path.ts";
import type { SnapshotOptions } from "../open-snapshots.ts";
import type { SaveProgress } from "../save-progress.ts";
import type { ScanRules } from "../scan-folder.ts";
import { type SnapshotContent, SnapshotRecords } from "../snapshot-records.ts";
import { StoreAccess } from "../store-access.ts";
import { prepareStoreFolder, type StoreFolder, storeFolder } from "../store-folder.ts";
import { nameOf, parentOf } from "../tree-state.ts";
import type { WorkspaceWatch } from "../workspace-watch.ts";
import { changedPaths } from "./changed-paths.ts";
import { currentVersion, currentVersions, emptyFolderOf } from "./current-versions.ts";

interface Pending {
  readonly options: SnapshotOptions;
  readonly main: StoreFolder;
  readonly program: string;
  readonly progress: SaveProgress;
  readonly rules: ScanRules;
}

/** A call whose changes are not recorded yet. */
interface OpenCall {
  readonly time: number;
  /** undefined: what it changes outside of the saved files cannot be determined. */
  readonly reports: Pick<Reported, "watch" | "drains"> | undefined;
}

/** What a watcher reported since the scan. */
interface Reported {
  readonly paths: ReadonlySet<string>;
  readonly watch: WorkspaceWatch;
  readonly drains: number;
}

/** File times come from a clock that is updated a few hundred times per second. */
const clockTickMs = 50;
/** Files that someone changed before a call and that are not saved yet: more are not saved for it. */
const maxSavedBefore = 300;

/**
 * Snapshots while the first one of a large workspace is being saved. Each has only some files: those of an edit, and those
 * changed since their folder was scanned. Needs no lock; uses a journal of its own.
 */
export class PendingSnapshots {
  readonly #pending: Pending;
  readonly #folder: StoreFolder;
  readonly #git: Git;
  readonly #records: SnapshotRecords;
  readonly #access: StoreAccess;
  readonly #open = new Map<string, OpenCall>();

  constructor(pending: Pending) {
    const { options, main, program } = pending;
    this.#pending = pending;
    this.#folder = storeFolder(options.home, main.workspace);
    this.#git = createGit(program, this.#folder);
    this.#records = new SnapshotRecords(this.#folder, this.#git);
    this.#access = new StoreAccess(this.#folder, options, () => this.#records.refresh());
  }

  /** Whether a snapshot is from here and its changes are not recorded yet. */
  isOpen(id: string): boolean {
    return this.#open.has(id);
  }

  async take(label: string, { paths = [], mayChangeOthers = paths.length === 0 }: TakeOptions): Promise<Snapshot> {
    return this.#write(async () => {
      const time = this.#pending.options.clock.now();
      const reported = mayChangeOthers ? await this.#reportedPaths() : undefined;
      const reports = reported && reported.paths.size <= maxSavedBefore ? reported : undefined;
      const included = await this.#included(paths);
      const files = this.#currentVersions(new Set([...included, ...(reports?.paths ?? [])]));
      const saved = await patchFiles(this.#store, this.#nothing(), { files, folders: this.#emptyFolders(files) });
      const snapshot = this.#records.writePartial({ label, time, only: [...files.keys()], ...saved });
      this.#open.set(snapshot.id, { time, reports });
      return snapshot;
    });
  }

  async recordChange(id: string, request: ChangeRequest): Promise<ChangeRecord> {
    const call = this.#open.get(id);
    this.#open.delete(id);
    return this.#write(async () => {
      const before = await this.#records.read(id);
      const { clock } = this.#pending.options;
      const base = { ...request, state: undefined, time: clock.now() };
      const only = before.snapshot.only ?? [];
      if (request.steps) return recordChange(this.#store, { ...base, before, scan: async () => before });
      const paths = call && (await this.#changedPaths(call));
      const found = this.#changedSince(call?.time ?? 0, paths ?? [], new Set(only));
      const start = await this.#withVersions(before, found.before);
      const now = await patchFiles(this.#store, start, {
        files: new Map([...this.#currentVersions(only), ...found.after]),
      });
      const record = await recordChange(this.#store, { ...base, before: start, scan: async () => now });
      return paths
        ? { ...record, ...(found.unsaved.length > 0 && { unsaved: found.unsaved }) }
        : { ...record, unsaved: "unknown" };
    });
  }

  /** Moves everything into the store. Needs the store's lock, which nobody else in this process may hold. */
  async unpack(): Promise<void> {
    await this.#access.enqueue(() => this.#access.withLock(async () => undefined));
    this.#folder.journal.close();
  }

  /** Leaves it to the next process to move everything into the store. */
  close(): void {
    this.#folder.journal.close();
  }

  async #write<Result>(work: () => Promise<Result>): Promise<Result> {
    prepareStoreFolder(this.#folder);
    return this.#access.enqueue(() => this.#access.inJournal(work));
  }

  /** undefined if they are not known, or if another task has changed files as well. */
  async #changedPaths({ time, reports }: OpenCall): Promise<ReadonlySet<string> | undefined> {
    const reported = reports && (await this.#reportedPaths());
    const isSame = reported?.watch === reports?.watch && reported?.drains === reports?.drains;
    return isSame && !this.#hasOtherTasks(time) ? reported?.paths : undefined;
  }

  async #reportedPaths(): Promise<Reported | undefined> {
    const { scan, watch } = this.#pending.progress;
    const reported = scan && (await watch?.peek());
    const paths = scan && reported && (await changedPaths(scan, reported.changes));
    return paths && watch && { paths, watch, drains: reported.since };
  }

  /** The changed files with their content before and after; `unsaved`: those whose content before is not known. */
  #changedSince(time: number, paths: Iterable<string>, known: ReadonlySet<string>) {
    const [before, after] = [new Map<string, Version | undefined>(), new Map<string, Version | undefined>()];
    const unsaved: string[] = [];
    for (const path of paths) {
      if (known.has(path)) continue;
      const saved = this.#savedBefore(path, time);
      const now = currentVersion(this.#folder, path, this.#pending.rules.maxFileBytes);
      if (saved === "unknown" || now === "skipped") unsaved.push(path);
      else {
        before.set(path, saved);
        after.set(path, now);
      }
    }
    return { before, after, unsaved };
  }

  #savedBefore(path: string, time: number): Version | undefined | "unknown" {
    const { scan, entries } = this.#pending.progress;
    const entry = entries.get(path);
    // Read after the call began, it may have the call's changes.
    if (entry)
      return entry.changed > 0 && entry.changed < time - clockTickMs ? this.#versionOf(path, entry) : "unknown";
    return scan && !this.#candidates(scan).has(path) ? undefined : "unknown";
  }

  #versionOf(path: string, { mode: kind, oid }: { mode: string; oid: string }): Version {
    const state = this.#pending.progress.scan?.state;
    const own = state?.folders.get(parentOf(path))?.modes[nameOf(path)];
    const usual = kind === "100755" ? state?.usual.executable : state?.usual.file;
    return { kind, oid, mode: kind === "120000" ? 0 : (own ?? usual ?? 0o644) };
  }

  #candidateSet: { readonly of: readonly string[]; readonly set: ReadonlySet<string> } | undefined;

  #candidates({ candidates }: { readonly candidates: readonly string[] }): ReadonlySet<string> {
    if (this.#candidateSet?.of !== candidates) this.#candidateSet = { of: candidates, set: new Set(candidates) };
    return this.#candidateSet.set;
  }

  async #included(paths: readonly string[]): Promise<readonly string[]> {
    const included = await Promise.all(paths.map((path) => isIncluded(this.#pending.rules, path)));
    return paths.filter((_, index) => included[index]);
  }

  #currentVersions(paths: Iterable<string>): Map<string, Version | undefined> {
    return currentVersions(this.#folder, paths, this.#pending.rules.maxFileBytes);
  }

  #emptyFolders(files: ReadonlyMap<string, Version | undefined>): Map<string, boolean> {
    const absent = [...files].flatMap(([path, version]) => (version ? [] : [path]));
    return new Map(absent.flatMap((path) => emptyFolderOf(this.#folder, path) ?? []).map((path) => [path, true]));
  }

  async #withVersions(
    before: SnapshotContent,
    files: ReadonlyMap<string, Version | undefined>,
  ): Promise<SnapshotContent> {
    if (files.size === 0) return before;
    const state = this.#pending.progress.scan?.state;
    const emptyParents = [...files].flatMap(([path, version]) => {
      const parent = state?.folders.get(parentOf(path));
      return !version && parent?.files === 0 && parent.folders.length === 0 ? [parentOf(path)] : [];
    });
    const folders = new Map(emptyParents.filter((path) => path !== "").map((path) => [path, true]));
    const saved = await patchFiles(this.#store, before, { files, folders });
    const { label } = before.snapshot;
    const snapshot = this.#records.writeDerived(before, { ...saved, label, time: this.#pending.options.clock.now() });
    return { ...saved, snapshot };
  }

  /** Whose changes the watcher reports as well. */
  #hasOtherTasks(since: number): boolean {
    const others = this.#folder.journal.otherJournals().filter((path) => path !== this.#pending.main.journal.path);
    return others.some((path) => (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= since);
  }

  #nothing(): SavedFiles {
    const usual = { file: 0o644, executable: 0o755, folder: 0o755 };
    return {
      tree: writeObject(this.#folder, "tree", Buffer.alloc(0)),
      manifest: { usual, modes: {}, emptyFolders: [] },
    };
  }

  get #store() {
    return { folder: this.#folder, program: this.#pending.program, git: this.#git, records: this.#records };
  }
}
