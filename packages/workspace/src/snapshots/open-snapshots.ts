import { realpathSync } from "node:fs";
import type { Clock, SnapshotStore } from "@roo-code/types";
import type { SnapshotCaps } from "./scan-workspace.ts";

export interface SnapshotOptions {
  readonly workspace: string;
  /** `$ROO_HOME`. */
  readonly home: string;
  /** The user's home folder, in which keys are left out; by default the one the system reports. */
  readonly userHome?: string;
  readonly clock: Clock;
  /**
   * Watch for changes, so that the cost of a snapshot depends on what changed. For long-running processes. `large`:
   * only if there are many files, and from the second snapshot on.
   */
  readonly watch?: boolean | "large";
  /** Up to this many files are saved without git. */
  readonly smallFiles?: number;
  /** From this many files on, what the user's own repository contains is not read. */
  readonly repositoryFrom?: number;
  /** More files than this are saved in batches of this size. */
  readonly batchFiles?: number;
  readonly caps?: Partial<SnapshotCaps>;
  /** How long to wait for other processes. */
  readonly waitMs?: number;
  /** Where to look for git; by default the PATH of this process. */
  readonly path?: string;
  /**
   * The first snapshot of this process is saved in the background, and a call waits for it only this long. Absent: until it
   * is complete.
   */
  readonly background?: BackgroundOptions | undefined;
  /** Called once if there are too many folders to follow changes, so that every snapshot has to scan all of them. */
  readonly onUnwatched?: (folders: { readonly folders: number; readonly max: number }) => void;
  /** Called before files are read to be saved, with upper bounds. */
  readonly onSaving?: (size: { readonly files: number; readonly bytes: number }) => void;
}

export interface BackgroundOptions {
  /** For an edit, because its files alone can be saved. */
  readonly editWaitMs: number;
  readonly waitMs: number;
  /** If an earlier process has saved the workspace: only what changed since is missing. */
  readonly knownWaitMs: number;
  /** Called now and then until everything is saved. Must not throw. */
  onProgress?(files: { readonly saved: number; readonly total: number }): void;
  /** Called once everything is saved, or cannot be. Must not throw. */
  onEnd?(): void;
}

/**
 * Opens the snapshots of one workspace; nothing is read or written before the first call. Throws `RooError` `git_not_found`
 * without git; then only undo is unavailable.
 */
export async function openSnapshots(options: SnapshotOptions): Promise<SnapshotStore> {
  const [{ findGit }, { storeFolder }, { LocalSnapshots }] = await Promise.all([
    import("./git-program.ts"),
    import("./store-folder.ts"),
    import("./local-snapshots.ts"),
  ]);
  const program = await findGit(options.path ?? process.env.PATH);
  return new LocalSnapshots(options, storeFolder(options.home, realpathSync(options.workspace)), program);
}
