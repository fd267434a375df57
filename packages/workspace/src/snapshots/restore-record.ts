import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { PendingRestore } from "@roo-code/types";
import { placeFile, type StoreFolder } from "./store-folder.ts";

/** There from before the first change of a restore until after its last. */
export function readRestoreRecord(folder: StoreFolder): PendingRestore | undefined {
  try {
    return JSON.parse(readFileSync(recordPath(folder), "utf8"));
  } catch {
    return undefined;
  }
}

export function writeRestoreRecord(folder: StoreFolder, record: PendingRestore): void {
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
