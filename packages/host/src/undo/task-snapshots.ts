import {
  type ChangeRecord,
  type ChangeRequest,
  type Clock,
  type PruneLimits,
  RooError,
  type Settings,
  type Snapshot,
  type SnapshotStore,
  type TakeOptions,
} from "@roo-code/types";
import { once } from "../once.ts";
import { FirstSnapshotReport, type SnapshotNotice, unsavedNotice, unwatchedNotice } from "./first-snapshot-report.ts";

interface TaskSnapshotsOptions {
  /** The task whose changes are recorded. */
  readonly taskId: string;
  readonly home: string;
  readonly workspace: string;
  readonly clock: Clock;
  readonly settings: Settings;
  /** Where to look for git; defaults to our own PATH. */
  readonly path?: string | undefined;
  /**
   * Called at most once each: when undo is not available, after an interrupted restore, and for a slow first snapshot. And
   * for each call that cannot be undone completely.
   */
  readonly notify: (notice: SnapshotNotice) => void;
  /** How far the first snapshot is; empty when it is complete. */
  readonly showProgress?: ((text: string) => void) | undefined;
}

/** Saves a task's files before they change. The methods do not throw: the task continues without undo. */
export interface DisposableSnapshots {
  /** undefined if it failed; the failure is reported. */
  take(label: string, options?: TakeOptions): Promise<Snapshot | undefined>;
  /** The changes of the call since its snapshot; empty if they cannot be saved. */
  recordChange(before: string, request: Omit<ChangeRequest, "by">): Promise<ChangeRecord>;
  /** Prunes old snapshots within a time limit, and closes the store. May be called twice. */
  dispose(): Promise<void>;
}

/** How long to wait for the first snapshot of another process. */
const waitMs = 15_000;
const pruneMs = 1_500;
/**
 * Of a workspace never saved before, the first snapshot can take a minute. A command waits a little, in case it is small;
 * an edit hardly at all.
 */
const backgroundWaits = { editWaitMs: 200, waitMs: 2_000, knownWaitMs: 10_000 };

const noChanges: ChangeRecord = { changes: [], files: [] };

/** Loads nothing before the first snapshot. */
export function taskSnapshots(options: TaskSnapshotsOptions): DisposableSnapshots {
  if (options.settings.snapshots === false) {
    return { take: async () => undefined, recordChange: async () => noChanges, dispose: async () => undefined };
  }
  return new LazySnapshots(options);
}

class LazySnapshots implements DisposableSnapshots {
  readonly #options: TaskSnapshotsOptions;
  readonly #open: () => Promise<SnapshotStore>;
  readonly #first: FirstSnapshotReport;
  #store: SnapshotStore | undefined;
  #hasReported = false;
  #endChange: () => void = () => undefined;

  constructor(options: TaskSnapshotsOptions) {
    this.#options = options;
    this.#first = new FirstSnapshotReport(options);
    this.#open = once(async () => {
      const { home, workspace, clock, path } = options;
      const { openSnapshots } = await import("@roo-code/workspace");
      this.#store = await openSnapshots({
        home,
        workspace,
        clock,
        watch: "large",
        waitMs,
        onSaving: (size) => this.#first.knowsSize(size),
        onUnwatched: (folders) => options.notify(unwatchedNotice(folders)),
        background: {
          ...backgroundWaits,
          onProgress: (files) => this.#first.hasSaved(files),
          onEnd: () => this.#first.end(),
        },
        path,
      });
      await this.#reportInterruptedRestore(this.#store);
      return this.#store;
    });
  }

  async take(label: string, options: TakeOptions = {}): Promise<Snapshot | undefined> {
    try {
      const store = await this.#open();
      this.#first.start();
      const snapshot = await store.take(label, options);
      this.#endChange();
      // What an edit cut short did is known from its steps.
      const isEdit = options.paths !== undefined && !options.mayChangeOthers;
      this.#endChange = isEdit ? () => undefined : store.beginChange(snapshot.id);
      if (snapshot.only && !isEdit) this.#first.reportPending();
      return snapshot;
    } catch (error) {
      this.#reportFailure(error);
      return undefined;
    }
  }

  async recordChange(before: string, request: Omit<ChangeRequest, "by">): Promise<ChangeRecord> {
    try {
      const record = await (await this.#open()).recordChange(before, { ...request, by: this.#options.taskId });
      if (record.unsaved) this.#options.notify(unsavedNotice(record.unsaved));
      return record;
    } catch (error) {
      this.#reportFailure(error);
      return noChanges;
    } finally {
      this.#endChange();
    }
  }

  async dispose(): Promise<void> {
    const store = this.#store;
    this.#store = undefined;
    this.#endChange();
    if (!store) return;
    const { clock } = this.#options;
    const isDone = new AbortController();
    await Promise.race([this.#prune(store).finally(() => isDone.abort()), clock.sleep(pruneMs, isDone.signal)]);
    if (isDone.signal.aborted) await store.dispose();
  }

  async #prune(store: SnapshotStore): Promise<void> {
    const limits = snapshotLimits(this.#options.settings);
    try {
      if (await store.isOver(limits)) await store.prune(limits);
    } catch {
      // The next run tries again.
    }
  }

  async #reportInterruptedRestore(store: SnapshotStore): Promise<void> {
    const pending = await store.pendingRestore();
    if (!pending || pending.change) return;
    const message =
      "An undo in this folder was interrupted: some files are undone and some are not. Run the same roo undo again to complete it.";
    this.#options.notify({ code: "restore_cut_short", message });
  }

  #reportFailure(error: unknown): void {
    if (this.#hasReported) return;
    this.#hasReported = true;
    const isOurs = error instanceof RooError;
    const code = isOurs ? error.code : "snapshot_failed";
    const reason = error instanceof Error ? error.message : String(error);
    const next = isOurs && error.next ? ` ${error.next}` : "";
    this.#options.notify({ code, message: `Undo is not available: ${reason}${next}` });
  }
}

const defaultMaxBytes = 2 * 2 ** 30;
const defaultMaxAgeDays = 30;
const dayMs = 24 * 60 * 60 * 1000;

/** How much the snapshots of one folder may take, and how old they may be. */
export function snapshotLimits({ snapshotMaxBytes, snapshotMaxAge }: Settings) {
  const days = snapshotMaxAge ?? defaultMaxAgeDays;
  return { maxBytes: snapshotMaxBytes ?? defaultMaxBytes, maxAgeMs: days * dayMs } satisfies PruneLimits;
}
