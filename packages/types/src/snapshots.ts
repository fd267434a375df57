import type * as z from "zod";
import type { changedFileSchema, changeSchema, FileStep } from "./event.ts";

/**
 * Saved states of one workspace's files, stored outside it and outside any repository of the user's. Every member
 * may throw `RooError`: `git_not_found` (undo is unavailable on this machine), `snapshots_busy`, `snapshot_failed` (usually
 * a full disk), `snapshot_too_large`, `unknown_snapshot`. After any of them, and after a kill, the store is as
 * usable as before. Paths are workspace-relative with `/`.
 */
export interface SnapshotStore {
  /**
   * Saves the workspace's current files. Calls are serialized, also across processes. While the first snapshot is saved in
   * the background, the result may contain only some files (`only`).
   */
  take(label: string, options?: TakeOptions): Promise<Snapshot>;
  /** Oldest first. */
  list(): Promise<readonly Snapshot[]>;
  /** Differences from `from` to `to`, or to the current files. Saves no snapshot. */
  diff(from: string, to?: string): Promise<SnapshotDiff>;
  /** Marks an operation as in progress since a snapshot, until the returned function is called: after a crash this tells how long it ran. */
  beginChange(before: string): () => void;
  /**
   * Records what one cause changed since a snapshot, without what other tasks recorded meanwhile. Records nothing if
   * nothing changed.
   */
  recordChange(before: string, request: ChangeRequest): Promise<ChangeRecord>;
  /**
   * Undoes changes, newest first. Later changes of others in the same files are merged; where
   * that conflicts, the file is left alone and reported. Calling it again after a crash completes it. It counts as
   * pending until `endRestore`, so that a crash before it is in a log loses nothing of it.
   */
  undoChanges(changes: readonly SelectedChange[], options?: UndoChangesOptions): Promise<UndoChangesOutcome>;
  /** What remains of changes in the current files, or in each file as the last change left it. */
  diffChanges(changes: readonly SelectedChange[], until: "now" | "then"): Promise<SnapshotDiff>;
  /** A snapshot of the files without those changes. The files themselves are not touched. */
  takeWithout(
    changes: readonly SelectedChange[],
    label: string,
  ): Promise<Pick<UndoChangesOutcome, "conflicts"> & { readonly id: string }>;
  /** The same by name only, which is cheap. The name of an empty folder ends with `/`. */
  changedFiles(from: string, to?: string): Promise<readonly Pick<FileDiff, "path" | "change">[]>;
  /** Writes its files into another folder. Existing files there are kept and reported. */
  copyTo(id: string, folder: string): Promise<Pick<RestoreOutcome, "restored" | "conflicts">>;
  /**
   * Restores the workspace, or some of its files and folders; takes a snapshot of the current state first.
   * Files that are in no snapshot are left alone. Calling it again with the same id after a crash completes it.
   */
  restore(id: string, options?: { readonly paths?: readonly string[] }): Promise<RestoreOutcome>;
  /** A restore interrupted by a crash: the workspace is partly restored. */
  pendingRestore(): Promise<PendingRestore | undefined>;
  /** Called once the undo is recorded in a log. May be called twice. */
  endRestore(): Promise<void>;
  /** Files only this snapshot held are deleted by `prune`. */
  forget(id: string): Promise<void>;
  /** Deletes the oldest snapshots, never the newest, until every limit holds, and frees disk space. */
  prune(limits: PruneLimits): Promise<PruneOutcome>;
  /** Whether `prune` would have something to do; cheap. Can be true only because of snapshots that must stay. */
  isOver(limits: PruneLimits): Promise<boolean>;
  /** On disk, in bytes. */
  size(): Promise<number>;
  /** Releases the watcher. May be called twice. */
  dispose(): Promise<void>;
}

export interface TakeOptions {
  /** Files about to be changed. Of the others, what an earlier snapshot contains is good enough. */
  readonly paths?: readonly string[] | undefined;
  /** Other files may be changed too. */
  readonly mayChangeOthers?: boolean | undefined;
}

export type ChangedFile = z.infer<typeof changedFileSchema>;
/** All that differs between the two snapshots was changed by one cause. */
export type Change = z.infer<typeof changeSchema>;

/** What a cause changed, in the form of `change.added`. */
export interface ChangeRecord {
  readonly changes: readonly Change[];
  readonly files: readonly ChangedFile[];
  readonly moreFiles?: number;
  /**
   * Files it changed whose earlier content was not saved, because the first snapshot was not complete: these changes cannot be
   * undone. "unknown": which files it changed cannot be determined.
   */
  readonly unsaved?: readonly string[] | "unknown";
}

export interface ChangeRequest {
  /** The task; changes recorded by other tasks meanwhile are left out. */
  readonly by: string;
  readonly label: string;
  /** The only files the cause can have changed. By default all files are compared. */
  readonly steps?: readonly FileStep[] | undefined;
  /** The process died at this point; later changes are not its own. */
  readonly isInterrupted?: boolean | undefined;
}

export interface SelectedChange extends Change {
  /** Only these paths and what is below them. */
  readonly paths?: readonly string[] | undefined;
}

export interface UndoChangesOptions {
  /** The task whose changes they are. */
  readonly by?: string | undefined;
  readonly isDryRun?: boolean | undefined;
  /** How to treat files that cannot be merged: keep and report them, keep them and count as done, or replace them. */
  readonly onConflict?: "leave" | "mine" | "before" | undefined;
  /** Stored with the pending undo. */
  readonly undo?: PendingUndo | undefined;
}

export interface UndoChangesOutcome {
  readonly restored: readonly string[];
  readonly removed: readonly string[];
  /** Those of `restored` where other people's lines were kept. */
  readonly merged: readonly string[];
  /** Those of `restored` and `removed` where other people's later changes were discarded, as requested. */
  readonly replaced: readonly string[];
  readonly conflicts: readonly Conflict[];
  /** Not changed, as requested. */
  readonly kept: readonly string[];
  /** The change this made to the files; can itself be undone. */
  readonly change?: Change;
}

/** A file that was not changed. */
export interface Conflict {
  readonly path: string;
  readonly reason: string;
  /** Whether an earlier version can replace it. */
  readonly canTake?: boolean;
}

export interface Snapshot {
  readonly id: string;
  readonly label: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly files: number;
  /** Empty folders, which are saved, too. */
  readonly emptyFolders: number;
  /** What is not included, a folder counting once; the first ones by name. */
  readonly skippedCount: number;
  readonly skipped: readonly SkippedPath[];
  /**
   * Only these paths were saved, because the first snapshot of the workspace was not complete. Nothing is known about others:
   * comparing it with another snapshot compares these.
   */
  readonly only?: readonly string[];
  /** Differs from that snapshot only by a task's changes. */
  readonly since?: string;
  readonly by?: string;
}

/** Ids of one workspace's snapshots increase, whatever the clock does; 0 for an invalid id. */
export function snapshotNumber(id: string): number {
  return Number(/^s([1-9]\d{0,14})-[0-9a-f]{6}$/.exec(id)?.[1] ?? 0);
}

export interface SkippedPath {
  /** A folder's ends with `/`. */
  readonly path: string;
  readonly rule: SkipRule;
}

/**
 * `git`: repository data. `dependencies`: by name, such as `node_modules`. `build`: a build folder listed in an ignore
 * file. `ignored`: listed in an ignore file, if all ignored files together are too large. `large`,
 * `special` (a FIFO, socket or device), `unreadable`, `name` (not UTF-8), `own` (Roo's own files),
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
  /** The same lines were changed by someone else since: the text is the recorded change, not the current content. */
  readonly isMixed?: boolean;
}

export interface RestoreOutcome {
  /** The snapshot of the state before: restoring it undoes the restore. */
  readonly before: string;
  readonly restored: readonly string[];
  readonly removed: readonly string[];
  /** Not changed, each with the reason: changed by someone else meanwhile, or in no snapshot. */
  readonly conflicts: readonly { readonly path: string; readonly reason: string }[];
}

export interface PendingRestore {
  readonly id: string;
  readonly before: string;
  readonly paths?: readonly string[];
  readonly undo?: PendingUndo;
  /** All files are restored, but that may not be in the log yet. */
  readonly change?: Change;
}

/** Request and choices of an undo, so that repeating it completes this undo and nothing else. */
export interface PendingUndo {
  readonly taskId: string;
  readonly request: string;
  /** The undone steps, by their events; newest first. */
  readonly steps?: readonly number[];
}

export interface PruneLimits {
  /** On disk. */
  readonly maxBytes?: number;
  readonly maxAgeMs?: number;
  /** Maximum number of snapshots. */
  readonly keep?: number;
}

export interface PruneOutcome {
  readonly forgotten: readonly string[];
  readonly freedBytes: number;
}
