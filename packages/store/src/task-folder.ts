import { statSync } from "node:fs";
import { join } from "node:path";
import type { TaskId } from "@roo-code/types";

/** Where one task's files are. */
export interface TaskFolder {
  readonly taskId: TaskId;
  readonly path: string;
  readonly log: string;
  /** The log's name in messages: without where the person's files are. */
  readonly logName: string;
}

export function taskFolder(tasksFolder: string, taskId: TaskId): TaskFolder {
  const path = join(tasksFolder, taskId);
  return { taskId, path, log: join(path, "events.jsonl"), logName: `${taskId}/events.jsonl` };
}

/** Without a log, or with an empty one, a folder is no task: somebody else's, or left by a crash. */
export function hasLog(folder: TaskFolder): boolean {
  // Only a plain file: opening a pipe of that name would wait for ever.
  const stat = statSync(folder.log, { throwIfNoEntry: false });
  return stat !== undefined && stat.isFile() && stat.size > 0;
}
