import type { ChangeRecord } from "./snapshots.ts";

/**
 * Copies of a workspace that tasks work in side by side, kept below `$ROO_HOME/worktrees`. Works without git in the
 * workspace. Every member may throw `RooError`: as `SnapshotStore` does, `worktree_failed` (the disk is full, above
 * all) and `unknown_worktree`. After any of them the same call again completes what was begun. Calls wait for each
 * other, for snapshots, and for those of other processes.
 */
export interface Worktrees {
  /**
   * The folder of a copy: made of what is in the workspace now, with dependencies (`node_modules`, …) linked instead
   * of copied. The same id again: the folder as it is, completed if a crash cut the copying short.
   */
  open(id: string): Promise<string>;
  /** What an opened copy has elsewhere: a command that is confined to it must be let read these. */
  shared(id: string): Promise<readonly SharedPlace[]>;
  /**
   * Brings what was changed in the copy into the workspace, file by file; a text file changed on both sides is merged.
   * A snapshot of the workspace is taken first. Again after a crash: completes what was begun. Again when all is done,
   * also after `remove`: the same outcome; if the copy was changed since, that of what was.
   */
  merge(id: string): Promise<MergeOutcome>;
  /**
   * Gives the disk space back, that of the snapshots of the copy included; a copy that was not merged is gone, too.
   * What a merge set aside stays until `removeOld`. May be called twice.
   */
  remove(id: string): Promise<void>;
  /** Removes copies not opened or merged for so long, with what was set aside. Returns their ids. */
  removeOld(maxAgeMs: number): Promise<readonly string[]>;
}

export interface SharedPlace {
  /** Absolute, through all links. */
  readonly path: string;
  /** Where in the copy it is needed; workspace-relative. */
  readonly at: string;
}

export interface MergeOutcome {
  /** Workspace-relative, sorted; an empty folder's ends with `/`. */
  readonly changed: readonly string[];
  /**
   * Left as they are in the workspace; `aside` is a file with the copy's version, outside of the workspace. Its name
   * ends with `.link` where the version is a link (the file says where to), and with `.deleted` where it is none.
   */
  readonly conflicts: readonly { readonly path: string; readonly aside: string }[];
  /** The snapshot of the workspace that was taken first; absent where the copy had changed nothing. */
  readonly before?: { readonly snapshot: string; readonly skipped: number };
  /** What was brought in, as a change of the workspace. */
  readonly change?: ChangeRecord;
}
