import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Snapshot } from "@roo-code/types";
import type { StoreFolder } from "../store-folder.ts";

const everyMs = 1000;
/** A busy process is late, and what it started outlives it by a moment. */
const graceMs = 10_000;

/**
 * Notes on disk that something is under way since a snapshot, again and again until the function is called. After a
 * crash the last note tells what it may have changed, and what somebody changed later.
 */
export function openChange(folder: StoreFolder, id: string): () => void {
  const path = notePath(folder, id);
  const note = (): void => {
    try {
      mkdirSync(join(folder.path, "open"), { recursive: true, mode: 0o700 });
      writeFileSync(path, "", { mode: 0o600 });
    } catch {
      // A full disk: the time of the snapshot will do.
    }
  };
  note();
  const timer = setInterval(note, everyMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    rmSync(path, { force: true });
  };
}

/** When what was under way since a snapshot can have ended at the latest. */
export function openUntil(folder: StoreFolder, { id, time }: Snapshot): number {
  const noted = statSync(notePath(folder, id), { throwIfNoEntry: false })?.mtimeMs;
  return (noted ?? time) + graceMs;
}

function notePath(folder: StoreFolder, id: string): string {
  return join(folder.path, "open", id);
}
