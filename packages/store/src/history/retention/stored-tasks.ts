import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { fenceNumbers, fencePath, lookAtFence } from "../../fence-sighting.ts";
import { isSystemError } from "../../log-errors.ts";
import { summarizeTask } from "../../summarize-task.ts";
import type { TaskFolder } from "../../task-folder.ts";
import { findLogs, type HistoryPlaces } from "../history-places.ts";
import type { StoredTask } from "./plan-prune.ts";

/** Every task with what it takes. One that cannot be looked at is left out, and so is never removed. */
export async function storedTasks(places: HistoryPlaces): Promise<StoredTask[]> {
  const tasks: StoredTask[] = [];
  for (const { folder, mtimeMs } of findLogs(places.tasksFolder)) {
    await setImmediate();
    try {
      tasks.push(storedTask(folder, mtimeMs, places));
    } catch (error) {
      if (!isSystemError(error)) throw error;
    }
  }
  return tasks;
}

function storedTask(folder: TaskFolder, writtenAt: number, places: HistoryPlaces): StoredTask {
  const fence = fenceNumbers(folder.path).at(-1);
  const openedAt = fence === undefined ? 0 : lstatSync(fencePath(folder.path, fence)).mtimeMs;
  return {
    taskId: folder.taskId,
    title: summarizeTask(folder, () => false)?.title ?? "",
    bytes: bytesBelow(folder.path),
    usedAt: Math.max(writtenAt, openedAt),
    isRunning: lookAtFence(folder.path, places)?.state === "held",
  };
}

function bytesBelow(path: string): number {
  let bytes = 0;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    // Links are not followed: what they lead to is not the task's.
    bytes += entry.isDirectory() ? bytesBelow(inner) : (lstatSync(inner, { throwIfNoEntry: false })?.size ?? 0);
  }
  return bytes;
}
