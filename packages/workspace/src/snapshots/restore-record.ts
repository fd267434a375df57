import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { PendingRestore } from "@roo-code/types";
import type { Version } from "./changes/three-way.ts";
import { placeFile } from "./place-file.ts";
import type { StoreFolder } from "./store-folder.ts";

export interface RestoreRecord extends PendingRestore {
  /** What an undo makes of each file; null: nothing is there. */
  readonly planned?: Readonly<Record<string, Version | null>>;
}

/** There from before the first change until after the last; of an undo, until a log says what it did. */
export function readRestoreRecord(folder: StoreFolder): RestoreRecord | undefined {
  try {
    return JSON.parse(readFileSync(recordPath(folder), "utf8"));
  } catch {
    return undefined;
  }
}

export function writeRestoreRecord(folder: StoreFolder, record: RestoreRecord): void {
  placeFile(recordPath(folder), JSON.stringify(record), { flush: true });
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
