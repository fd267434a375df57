import type { ChangeRecord } from "./snapshots.ts";

/**
 * Copies of a workspace for parallel tasks, kept below `$ROO_HOME/worktrees`. Works without git in the
 * workspace. Every member may throw `RooError`: those of `SnapshotStore`, `worktree_failed` (usually a full disk)
 * and `unknown_worktree`. After any of them, repeating the call completes it. Calls are serialized with each
 * other, with snapshots, and across processes.
 */
export interface Worktrees {
  /**
   * The folder of a copy, created from the current workspace, with dependencies (`node_modules`, …) linked instead
   * of copied. The same id again returns the existing folder, completed if a crash interrupted the copying.
   */
  open(id: string): Promise<string>;
  /** Paths outside an opened copy that it links to: a sandboxed command in it needs read access to these. */
  shared(id: string): Promise<readonly SharedPath[]>;
  /**
   * Merges the copy's changes into the workspace, file by file; a text file changed on both sides is merged by lines.
   * A snapshot of the workspace is taken first. Repeated after a crash, it completes the merge. Repeated when done,
   * also after `remove`, it returns the same outcome; if the copy changed since, that of the new changes.
   */
  merge(id: string): Promise<MergeOutcome>;
  /**
   * Frees the disk space, that of the copy's snapshots included; an unmerged copy is deleted, too.
   * Files that a merge set aside stay until `removeOld`. May be called twice.
   */
  remove(id: string): Promise<void>;
  /** Removes copies not opened or merged for this long, with files set aside. Returns their ids. */
  removeOld(maxAgeMs: number): Promise<readonly string[]>;
}

export interface SharedPath {
  /** Absolute, with all links resolved. */
  readonly path: string;
  /** Its path in the copy; workspace-relative. */
  readonly at: string;
}

export interface MergeOutcome {
  /** Workspace-relative, sorted; an empty folder's ends with `/`. */
  readonly changed: readonly string[];
  /**
   * Conflicts, left as they are in the workspace; `aside` is a file with the copy's version, outside the workspace. Its name
   * ends with `.link` if that version is a link (the file holds its target), and with `.deleted` if the copy deleted it.
   */
  readonly conflicts: readonly { readonly path: string; readonly aside: string }[];
  /** The snapshot of the workspace taken first; absent if the copy had no changes. */
  readonly before?: { readonly snapshot: string; readonly skipped: number };
  /** What was merged, as a change of the workspace. */
  readonly change?: ChangeRecord;
}
