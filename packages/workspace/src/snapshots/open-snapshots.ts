import { realpathSync } from "node:fs";
import type { Clock, SnapshotStore } from "@roo-code/types";
import type { SnapshotCaps } from "./scan-workspace.ts";

export interface SnapshotOptions {
  readonly workspace: string;
  /** `$ROO_HOME`. */
  readonly home: string;
  /** The person's home folder, in which keys are left out; the system's word when absent. */
  readonly userHome?: string;
  readonly clock: Clock;
  /**
   * Follow changes, so that a snapshot costs what changed and not what there is. For a process that stays. `large`:
   * only where there are many files, and not before the second snapshot.
   */
  readonly watch?: boolean | "large";
  /** Up to so many files are saved without the help of git. */
  readonly smallFiles?: number;
  readonly caps?: Partial<SnapshotCaps>;
  /** How long to wait for another process. */
  readonly waitMs?: number;
  /** Where git is looked for; our own PATH when absent. */
  readonly path?: string;
  /** Told before files are read in order to be saved: at most how many, and how much. */
  readonly onSaving?: (size: { readonly files: number; readonly bytes: number }) => void;
}

/**
 * The snapshots of one workspace; nothing is read or written before the first call. Throws `RooError` `git_not_found`
 * where there is no git: undo is off then, and nothing else.
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
