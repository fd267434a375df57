import {
  type ChangeRecord,
  type ChangeRequest,
  type Clock,
  type PruneLimits,
  RooError,
  type Settings,
  type Snapshot,
  type SnapshotStore,
} from "@roo-code/types";
import { once } from "../once.ts";

interface TaskSnapshotsOptions {
  /** The task whose changes are recorded. */
  readonly taskId: string;
  readonly home: string;
  readonly workspace: string;
  readonly clock: Clock;
  readonly settings: Settings;
  /** Where to look for git; defaults to our own PATH. */
  readonly path?: string | undefined;
  /** Called at most once each: when undo is not available, after an interrupted restore, and for a slow first snapshot. */
  readonly notify: (notice: { readonly code: string; readonly message: string }) => void;
}

/** Saves a task's files before they change. The methods do not throw: the task continues without undo. */
export interface DisposableSnapshots {
  /** undefined if it failed; the failure is reported. */
  take(label: string, options?: { readonly paths?: readonly string[] }): Promise<Snapshot | undefined>;
  /** The changes of the call since its snapshot; empty if they cannot be saved. */
  recordChange(before: string, request: Omit<ChangeRequest, "by">): Promise<ChangeRecord>;
  /** Prunes old snapshots within a time limit, and closes the store. May be called twice. */
  dispose(): Promise<void>;
}

/** How long to wait for the first snapshot of another process. */
const waitMs = 15_000;
const pruneMs = 1_500;
/** After this the user is told what is happening. */
const longMs = 1_000;

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
  readonly #size = Promise.withResolvers<{ readonly files: number; readonly bytes: number }>();
  #store: SnapshotStore | undefined;
  #hasTaken = false;
  #hasReported = false;
  #endChange: () => void = () => undefined;

  constructor(options: TaskSnapshotsOptions) {
    this.#options = options;
    this.#open = once(async () => {
      const { home, workspace, clock, path } = options;
      const { openSnapshots } = await import("@roo-code/workspace");
      this.#store = await openSnapshots({
        home,
        workspace,
        clock,
        watch: "large",
        waitMs,
        onSaving: (size) => this.#size.resolve(size),
        path,
      });
      await this.#reportInterruptedRestore(this.#store);
      return this.#store;
    });
  }

  async take(label: string, options: { readonly paths?: readonly string[] } = {}): Promise<Snapshot | undefined> {
    try {
      const store = await this.#open();
      const snapshot = await this.#reportIfSlow(() => store.take(label, options));
      this.#endChange();
      // What an edit cut short did is known from its steps.
      this.#endChange = options.paths ? () => undefined : store.beginChange(snapshot.id);
      return snapshot;
    } catch (error) {
      this.#reportFailure(error);
      return undefined;
    }
  }

  async recordChange(before: string, request: Omit<ChangeRequest, "by">): Promise<ChangeRecord> {
    try {
      return await (await this.#open()).recordChange(before, { ...request, by: this.#options.taskId });
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

  /** Only for the first snapshot, which may read the whole folder. */
  async #reportIfSlow<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#hasTaken) return work();
    this.#hasTaken = true;
    const { clock, notify } = this.#options;
    const isDone = new AbortController();
    void Promise.all([this.#size.promise, clock.sleep(longMs, isDone.signal)]).then(([{ files, bytes }]) => {
      const size = `${files.toLocaleString("en")} files, ${Math.ceil(bytes / 1024 / 1024).toLocaleString("en")} MB`;
      const message = `Saving the folder's files first, so that changes can be undone: ${size}. Later only changed files are saved.`;
      if (!isDone.signal.aborted) notify({ code: "snapshot_takes_long", message });
    });
    try {
      return await work();
    } finally {
      isDone.abort();
    }
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
