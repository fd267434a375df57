import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { RooError, type SharedPath } from "@roo-code/types";
import { sha256 } from "../files/file-version.ts";
import { writeAtomically } from "../snapshots/write-atomically.ts";

/** The folder of one copy and its records. */
export interface WorktreeFolder {
  readonly id: string;
  readonly path: string;
  readonly files: string;
  /** The copy's versions of what could not be merged; never contains a link. */
  readonly conflicts: string;
  /** For the three files git merges at a time. */
  readonly scratch: string;
}

export interface WorktreeRecord {
  readonly format: 1;
  /** Written last when a copy is created: without it, the copy is incomplete. */
  readonly state: "open" | "removed";
  /** The first snapshot of the copy. */
  readonly base: string;
  /** Milliseconds since the epoch. */
  readonly usedAt: number;
  readonly shared?: readonly SharedPath[];
}

const idPattern = /^[A-Za-z0-9][A-Za-z0-9_-]*(\.[A-Za-z0-9_-]+)*$/;
const maxIdLength = 100;

export function isWorktreeId(id: string): boolean {
  return idPattern.test(id) && id.length <= maxIdLength;
}

export function worktreesFolder(home: string, workspace: string): string {
  return join(home, "worktrees", sha256(workspace).slice(0, 24));
}

/** Throws `RooError` for an invalid id. */
export function worktreeFolder(parent: string, id: string): WorktreeFolder {
  if (!isWorktreeId(id)) {
    throw new RooError({
      code: "unknown_worktree",
      message: `${JSON.stringify(id.slice(0, 80))} cannot be the id of a copy of the workspace.`,
      next: "Use letters, digits, dots, dashes and underscores.",
    });
  }
  const path = join(parent, id);
  return {
    id,
    path,
    files: join(path, "files"),
    conflicts: join(path, "conflicts"),
    scratch: join(path, "scratch"),
  };
}

export function readWorktreeRecord(worktree: WorktreeFolder): WorktreeRecord | undefined {
  try {
    const record = JSON.parse(readFileSync(recordPath(worktree), "utf8"));
    return record.format === 1 ? record : undefined;
  } catch {
    return undefined;
  }
}

/** Whether its files are complete: a copy whose folder is gone is not one in which everything was deleted. */
export function isComplete({ files }: WorktreeFolder, record: WorktreeRecord | undefined): record is WorktreeRecord {
  return record?.state === "open" && lstatSync(files, { throwIfNoEntry: false })?.isDirectory() === true;
}

export function writeWorktreeRecord(worktree: WorktreeFolder, record: WorktreeRecord): void {
  writeAtomically(recordPath(worktree), JSON.stringify(record), { flush: true });
}

export function unknownWorktree(id: string): RooError {
  return new RooError({
    code: "unknown_worktree",
    message: `There is no copy ${id} of this workspace.`,
    next: "It was removed, or never finished; start the subtask again.",
  });
}

function recordPath(worktree: WorktreeFolder): string {
  return join(worktree.path, "record.json");
}
