import { existsSync, readdirSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { isTaskId, type TaskSummary } from "@roo-code/types";
import { type FenceOptions, lookAtFence } from "./fence-sighting.ts";
import { isMissing } from "./log-errors.ts";
import { summarizeTask } from "./summarize-task.ts";
import { hasLog, type TaskFolder, taskFolder } from "./task-folder.ts";

/** So many logs are looked at in one go before others get their turn. */
const batchSize = 20;

/** Newest first, by when they were created. What is no task is somebody else's, and left alone. */
export async function listTasks(tasksFolder: string, options: FenceOptions): Promise<TaskSummary[]> {
  const summaries: TaskSummary[] = [];
  for (const [index, folder] of findTasks(tasksFolder).entries()) {
    if (index % batchSize === batchSize - 1) await setImmediate();
    const summary = summarize(folder, options);
    if (summary) summaries.push(summary);
  }
  return summaries.sort(newestFirst);
}

function findTasks(tasksFolder: string): TaskFolder[] {
  if (!existsSync(tasksFolder)) return [];
  const taskIds = readdirSync(tasksFolder).filter(isTaskId);
  return taskIds.map((taskId) => taskFolder(tasksFolder, taskId));
}

/** undefined where no such task is. */
export function summarize(folder: TaskFolder, options: FenceOptions): TaskSummary | undefined {
  try {
    if (!hasLog(folder)) return undefined;
    return summarizeTask(folder, () => lookAtFence(folder.path, options)?.state === "held");
  } catch (error) {
    // One that cannot even be read must not keep the others from being listed.
    return isMissing(error) ? undefined : unreadableTask(folder);
  }
}

function unreadableTask({ taskId }: TaskFolder): TaskSummary {
  const never = new Date(0).toISOString();
  return { taskId, status: "damaged", title: "", cwd: "", mode: "", createdAt: never, updatedAt: never, events: 0 };
}

function newestFirst(left: TaskSummary, right: TaskSummary): number {
  return compare(right.createdAt, left.createdAt) || compare(right.taskId, left.taskId);
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
