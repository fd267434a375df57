import { statSync } from "node:fs";
import { join } from "node:path";
import type { TaskId } from "@roo-code/types";

/** The paths of one task's files. */
export interface TaskFolder {
  readonly taskId: TaskId;
  readonly path: string;
  readonly log: string;
  /** The log's name in messages, without the user's paths. */
  readonly logName: string;
}

export function taskFolder(tasksFolder: string, taskId: TaskId): TaskFolder {
  const path = join(tasksFolder, taskId);
  return { taskId, path, log: join(path, "events.jsonl"), logName: `${taskId}/events.jsonl` };
}

/** A folder without a log, or with an empty one, is not a task: it is unrelated, or was left by a crash. */
export function hasLog(folder: TaskFolder): boolean {
  // Only a regular file: opening a pipe of that name would block forever.
  const stat = statSync(folder.log, { throwIfNoEntry: false });
  return stat !== undefined && stat.isFile() && stat.size > 0;
}
