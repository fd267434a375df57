import { statSync } from "node:fs";
import type { Snapshot } from "@roo-code/types";
import { openNotePath } from "../journal.ts";
import type { StoreFolder } from "../store-folder.ts";

/** A busy process is late, and what it started outlives it by a moment. */
const graceMs = 10_000;

/** When what was under way since a snapshot, in a process that is gone, can have ended at the latest. */
export function openUntil(folder: StoreFolder, { id, time }: Snapshot): number {
  const noted = statSync(openNotePath(folder.path, id), { throwIfNoEntry: false })?.mtimeMs;
  return (noted ?? time) + graceMs;
}
