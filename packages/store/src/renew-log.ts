import { closeSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import type { Fence } from "./fence.ts";
import { taskLost } from "./log-errors.ts";
import { syncFile, syncFolder } from "./sync-folder.ts";
import type { TaskFolder } from "./task-folder.ts";

/**
 * Puts a new file with this content in the place of the log: what a holder that was given up still has on its way
 * goes to the old file, which nobody reads any more.
 */
export async function renewLog(folder: TaskFolder, content: Buffer, fence: Fence): Promise<void> {
  const fresh = `${folder.log}.${fence.number}`;
  try {
    await writeDurably(fresh, content);
    if (fence.isOvertaken()) throw taskLost(folder.taskId);
    renameSync(fresh, folder.log);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
  await syncFolder(folder.path);
}

async function writeDurably(path: string, content: Buffer): Promise<void> {
  const file = openSync(path, "w", 0o600);
  try {
    writeFileSync(file, content);
    await syncFile(file);
  } finally {
    closeSync(file);
  }
}
