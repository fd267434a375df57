import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { MergeOutcome } from "@roo-code/types";
import type { Version } from "../snapshots/changes/three-way.ts";
import { writeAtomically } from "../snapshots/write-atomically.ts";
import type { ChangedFolders } from "./changed-sides.ts";
import type { Conflict } from "./set-aside.ts";
import type { WorktreeFolder } from "./worktree-folder.ts";

export interface PlannedWrite {
  readonly path: string;
  readonly version: Version;
  /** The copy's own version, if the two were merged. */
  readonly theirs: Version;
  /** Of the file to be replaced. */
  readonly stamp: string;
}

/** Everything a merge will do, recorded before it starts. */
export interface MergePlan {
  readonly writes: readonly PlannedWrite[];
  readonly removals: readonly { readonly path: string; readonly stamp: string }[];
  readonly modes: Readonly<Record<string, number>>;
  readonly folders: ChangedFolders;
  /** For new folders. */
  readonly folderMode: number;
  readonly conflicts: readonly Conflict[];
}

export interface MergeRecord {
  readonly format: 1;
  /** The snapshot of the copy that its changes are compared with. */
  readonly base?: string;
  /** The snapshot of the merged copy: where a later merge starts. */
  readonly theirs: string;
  /** Files of the copy that are too large for snapshots. */
  readonly large: readonly string[];
  /** The snapshot of the workspace before the merge. */
  readonly before?: MergeOutcome["before"];
  /** Until it is applied. */
  readonly plan?: MergePlan;
  readonly outcome?: MergeOutcome;
}

export function readMergeRecord(worktree: WorktreeFolder): MergeRecord | undefined {
  try {
    const record = JSON.parse(readFileSync(recordPath(worktree), "utf8"));
    return record.format === 1 ? record : undefined;
  } catch {
    return undefined;
  }
}

export function writeMergeRecord(worktree: WorktreeFolder, record: MergeRecord): void {
  writeAtomically(recordPath(worktree), JSON.stringify(record), { flush: true });
}

export function removeMergeRecord(worktree: WorktreeFolder): void {
  rmSync(recordPath(worktree), { force: true });
}

function recordPath(worktree: WorktreeFolder): string {
  return join(worktree.path, "merge.json");
}
