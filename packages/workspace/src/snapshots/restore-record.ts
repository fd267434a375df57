import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { PendingRestore } from "@roo-code/types";
import type { Version } from "./changes/three-way.ts";
import type { StoreFolder } from "./store-folder.ts";
import { writeAtomically } from "./write-atomically.ts";

export interface RestoreRecord extends PendingRestore {
  /** The planned version of each file of an undo; null: removed. */
  readonly planned?: Readonly<Record<string, Version | null>>;
}

/** Exists from before the first change until after the last; for an undo, until it is in a log. */
export function readRestoreRecord(folder: StoreFolder): RestoreRecord | undefined {
  try {
    return JSON.parse(readFileSync(recordPath(folder), "utf8"));
  } catch {
    return undefined;
  }
}

export function writeRestoreRecord(folder: StoreFolder, record: RestoreRecord): void {
  writeAtomically(recordPath(folder), JSON.stringify(record), { flush: true });
}

export function removeRestoreRecord(folder: StoreFolder): void {
  rmSync(recordPath(folder), { force: true });
}

export function isSameRestore(one: PendingRestore, other: Omit<PendingRestore, "before">): boolean {
  return one.id === other.id && JSON.stringify(one.paths) === JSON.stringify(other.paths);
}

function recordPath(folder: StoreFolder): string {
  return join(folder.path, "restore.json");
}
