import type * as z from "zod";
import type { changedFileSchema, changeSchema, FileStep } from "./event.ts";

/**
 * The files of one workspace as they were, kept apart from it and from any repository of the person's. Every member
 * may throw `RooError`: `git_not_found` (undo is off on this machine), `snapshots_busy`, `snapshot_failed` (the disk
 * is full, above all), `snapshot_too_large`, `unknown_snapshot`. After any of them, and after a kill, the store is as
 * usable as before. Paths are workspace-relative with `/`.
 */
export interface SnapshotStore {
  /** Saves what is in the workspace now. Calls wait for each other, also those of other processes. */
  take(label: string): Promise<Snapshot>;
  /** Oldest first. */
  list(): Promise<readonly Snapshot[]>;
  /** What became of the files of `from` in `to`, or until now. Saves no snapshot. */
  diff(from: string, to?: string): Promise<SnapshotDiff>;
  /** Something is under way since a snapshot, until the function is called: after a crash this tells how long it was. */
  beginChange(before: string): () => void;
  /**
   * Keeps what one cause changed since a snapshot. What other tasks recorded meanwhile is theirs. Nothing is kept where
   * nothing changed.
   */
  recordChange(before: string, request: ChangeRequest): Promise<ChangeRecord>;
  /**
   * Takes changes back, the last of them first. What somebody else changed in the same files since is merged; where
   * that conflicts the file stays as it is, and is named. Again after a crash: completes what was begun. It counts as
   * pending until `endRestore`, so that a crash before it is in a log loses nothing of it.
   */
  takeBack(changes: readonly TakenChange[], options?: TakeBackOptions): Promise<TakeBackOutcome>;
  /** What is left of changes in the files as they are now, or as the last of them left each. */
  diffChanges(changes: readonly TakenChange[], until: "now" | "then"): Promise<SnapshotDiff>;
  /** A snapshot of what would be there without those changes. The files themselves stay as they are. */
  takeWithout(
    changes: readonly TakenChange[],
    label: string,
  ): Promise<Pick<TakeBackOutcome, "conflicts"> & { readonly id: string }>;
  /** The same by name only, which costs little. The name of a folder with nothing in it ends with `/`. */
  changedFiles(from: string, to?: string): Promise<readonly Pick<FileDiff, "path" | "change">[]>;
  /** Writes its files into another folder. What is in their way there stays, and is named. */
  copyTo(id: string, folder: string): Promise<Pick<RestoreOutcome, "restored" | "conflicts">>;
  /**
   * Makes the workspace, or some of its files and folders, what it was; takes a snapshot of what is there first.
   * Files that no snapshot holds are left alone. Again with the same id after a crash: completes what was begun.
   */
  restore(id: string, options?: { readonly paths?: readonly string[] }): Promise<RestoreOutcome>;
  /** A restore that a crash cut short: the workspace is half of one and half of the other. */
  pendingRestore(): Promise<PendingRestore | undefined>;
  /** What was taken back is in a log. May be called twice. */
  endRestore(): Promise<void>;
  /** The files only it held are gone once `prune` ran. */
  forget(id: string): Promise<void>;
  /** Forgets the oldest, never the newest, until every limit holds, and gives the disk space back. */
  prune(limits: PruneLimits): Promise<PruneOutcome>;
  /** Whether `prune` would have something to do; costs little. Such snapshots as must stay may be what is over. */
  isOver(limits: PruneLimits): Promise<boolean>;
  /** On disk, in bytes. */
  size(): Promise<number>;
  /** Lets go of the watcher. May be called twice. */
  dispose(): Promise<void>;
}

export type ChangedFile = z.infer<typeof changedFileSchema>;
/** All that differs between the two snapshots was changed by one cause. */
export type Change = z.infer<typeof changeSchema>;

/** What a cause changed, as `change.added` says it. */
export interface ChangeRecord {
  readonly changes: readonly Change[];
  readonly files: readonly ChangedFile[];
  readonly moreFiles?: number;
}

export interface ChangeRequest {
  /** The task: what others recorded meanwhile is left out. */
  readonly by: string;
  readonly label: string;
  /** The only ones that the cause can have changed. Without them all files are looked at. */
  readonly steps?: readonly FileStep[] | undefined;
  /** The process died meanwhile: what changed after that is somebody else's. */
  readonly isInterrupted?: boolean | undefined;
}

export interface TakenChange extends Change {
  /** No others than these, or below them. */
  readonly paths?: readonly string[] | undefined;
}

export interface TakeBackOptions {
  /** The task whose changes they are. */
  readonly by?: string | undefined;
  readonly isDryRun?: boolean | undefined;
  /** What becomes of files that cannot be merged: they stay and are named, stay and count as done, or are replaced. */
  readonly onConflict?: "leave" | "mine" | "before" | undefined;
  /** Kept with what is pending. */
  readonly undo?: PendingUndo | undefined;
}

export interface TakeBackOutcome {
  readonly restored: readonly string[];
  readonly removed: readonly string[];
  /** Those of `restored` in which somebody else's lines were kept. */
  readonly merged: readonly string[];
  /** Those of `restored` and `removed` in which what somebody else wrote since was lost, because that was wanted. */
  readonly replaced: readonly string[];
  readonly conflicts: readonly Conflict[];
  /** Left as they are because that was wanted. */
  readonly kept: readonly string[];
  /** What was done to the files, to be taken back like any change. */
  readonly change?: Change;
}

/** A file that was left as it is. */
export interface Conflict {
  readonly path: string;
  readonly reason: string;
  /** There is an earlier version that can replace it. */
  readonly canTake?: boolean;
}

export interface Snapshot {
  readonly id: string;
  readonly label: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly files: number;
  /** Folders with nothing saved in them, which are kept too. */
  readonly emptyFolders: number;
  /** What it does not hold, a folder counting once; the first of them by name. */
  readonly skippedCount: number;
  readonly skipped: readonly SkippedPath[];
  /** It differs from that snapshot only in what a task changed. */
  readonly since?: string;
  readonly by?: string;
}

/** Ids of one workspace's snapshots grow, whatever the clock does; 0 for what is none. */
export function snapshotNumber(id: string): number {
  return Number(/^s([1-9]\d{0,14})-[0-9a-f]{6}$/.exec(id)?.[1] ?? 0);
}

export interface SkippedPath {
  /** A folder's ends with `/`. */
  readonly path: string;
  readonly rule: SkipRule;
}

/**
 * `git`: repository data. `dependencies`: by name, such as `node_modules`. `build`: a build folder that an ignore
 * file leaves out. `ignored`: left out by an ignore file, where all ignored files together are too much. `large`,
 * `special` (a FIFO, socket or device), `unreadable`, `name` (not UTF-8), `own` (files of ours),
 * `private` (where keys and passwords are kept in a home folder or on a disk).
 */
export type SkipRule =
  | "git"
  | "dependencies"
  | "build"
  | "ignored"
  | "large"
  | "special"
  | "unreadable"
  | "name"
  | "own"
  | "private";

export interface SnapshotDiff {
  readonly files: readonly FileDiff[];
  /** There are more files than these. */
  readonly isTruncated: boolean;
}

export interface FileDiff {
  readonly path: string;
  readonly change: "added" | "changed" | "deleted";
  /** Unified; absent where the whole would be too long. */
  readonly text?: string;
  /** The text is cut. */
  readonly isCut?: boolean;
  /** Somebody else changed the same lines since: the text is what was changed, and not what is there. */
  readonly isMixed?: boolean;
}

export interface RestoreOutcome {
  /** The snapshot of what was there before: restoring it takes the restore back. */
  readonly before: string;
  readonly restored: readonly string[];
  readonly removed: readonly string[];
  /** Left as they are, each with the reason: somebody changed them meanwhile, or they are in no snapshot. */
  readonly conflicts: readonly { readonly path: string; readonly reason: string }[];
}

export interface PendingRestore {
  readonly id: string;
  readonly before: string;
  readonly paths?: readonly string[];
  readonly undo?: PendingUndo;
  /** All files are done; only the log may not say so yet. */
  readonly change?: Change;
}

/** What an undo was asked for and chose, so that the same again completes it and nothing else. */
export interface PendingUndo {
  readonly taskId: string;
  readonly request: string;
  /** The steps it takes back, by their events; newest first. */
  readonly steps?: readonly number[];
}

export interface PruneLimits {
  /** On disk. */
  readonly maxBytes?: number;
  readonly maxAgeMs?: number;
  /** How many snapshots to keep at most. */
  readonly keep?: number;
}

export interface PruneOutcome {
  readonly forgotten: readonly string[];
  readonly freedBytes: number;
}
