import { readdirSync, statSync } from "node:fs";
import { isTaskId } from "@roo-code/types";
import type { FenceOptions } from "../fence.ts";
import { isMissing } from "../log-errors.ts";
import { type TaskFolder, taskFolder } from "../task-folder.ts";

/** The folders of tasks and cache, and how to find out whether a task is running. */
export interface HistoryPaths extends FenceOptions {
  readonly tasksFolder: string;
  readonly cacheFolder: string;
}

/** The log file of a task. */
export interface LogFile {
  readonly folder: TaskFolder;
  readonly size: number;
  readonly mtimeMs: number;
}

/** Every folder with a log. Other folders are ignored. */
export function findLogs(tasksFolder: string): LogFile[] {
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
