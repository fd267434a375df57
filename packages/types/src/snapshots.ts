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
 * `special` (a FIFO, socket or device), `unreadable`, `name` (not UTF-8), `own` (files of ours).
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
  | "own";

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
