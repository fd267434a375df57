import { readdirSync, statSync } from "node:fs";
import { isTaskId } from "@roo-code/types";
import type { FenceOptions } from "../fence-sighting.ts";
import { isMissing } from "../log-errors.ts";
import { type TaskFolder, taskFolder } from "../task-folder.ts";

/** Where the tasks are, where what was found out about them may be kept, and who can tell whether one is running. */
export interface HistoryPlaces extends FenceOptions {
  readonly tasksFolder: string;
  readonly cacheFolder: string;
}

/** A task's log, as it is from outside. */
export interface LogSighting {
  readonly folder: TaskFolder;
  readonly size: number;
  readonly mtimeMs: number;
}

/** Every folder that holds a log. What is no task is somebody else's, and left alone. */
export function findLogs(tasksFolder: string): LogSighting[] {
  return namesIn(tasksFolder)
    .filter(isTaskId)
    .flatMap((taskId) => {
      const folder = taskFolder(tasksFolder, taskId);
      const stat = statSync(folder.log, { throwIfNoEntry: false });
      if (!stat?.isFile() || stat.size === 0) return [];
      return [{ folder, size: stat.size, mtimeMs: stat.mtimeMs }];
    });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
