import { existsSync, readdirSync } from "node:fs";
import { rm, unlink } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import {
  type EventLog,
  type EventRange,
  isTaskId,
  type TaskEvent,
  type TaskId,
  type TaskSummary,
  type TaskWriter,
} from "@roo-code/types";
import { type FenceOptions, readFence } from "./fence.ts";
import { isMissing, taskBusy, taskNotFound } from "./log-errors.ts";
import { createTask, openTask } from "./open-task.ts";
import { readLog } from "./read-log.ts";
import { readRange } from "./read-range.ts";
import { summarizeTask } from "./summarize-task.ts";
import { hasLog, type TaskFolder, taskFolder } from "./task-folder.ts";
import { watchEvents } from "./watch-events.ts";

/** Logs summarized before the event loop gets a turn. */
const batchSize = 20;

export interface FileEventLogOptions extends FenceOptions {
  /** Contains a folder for each task; created with the first. */
  readonly tasksFolder: string;
  /** Where the search index of the tasks may be; deleted tasks are removed from it too. */
  readonly cacheFolder?: string;
}

/** Tasks as files: `<tasksFolder>/<taskId>/events.jsonl`, one event a line. */
export class FileEventLog implements EventLog {
  readonly #options: FileEventLogOptions;

  constructor(options: FileEventLogOptions) {
    this.#options = options;
  }

  create(taskId: TaskId): Promise<TaskWriter> {
    return createTask(this.#folderOf(taskId), this.#options);
  }

  open(taskId: TaskId): Promise<TaskWriter> {
    return openTask(this.#folderOf(taskId), this.#options);
  }

  async read(taskId: TaskId, range?: EventRange): Promise<TaskEvent[]> {
    const folder = this.#folderOf(taskId);
    if (!range) return (await readLog(folder)).events;
    try {
      return readRange(folder, range);
    } catch (error) {
      // Only reading all lines can tell which of them is bad.
      await readLog(folder);
      throw error;
    }
  }

  /**
   * An event appears as soon as its line is complete, which may be just before it is durable.
   * Throws `task_not_found` and `task_damaged`; ends when the task is deleted.
   */
  watch(taskId: TaskId, afterSeq: number, signal: AbortSignal): AsyncIterable<TaskEvent> {
    return watchEvents({ folder: this.#folderOf(taskId), afterSeq, signal });
  }

  list(): Promise<TaskSummary[]> {
    return listTasks(this.#options.tasksFolder, this.#options);
  }

  async summarize(taskId: TaskId): Promise<TaskSummary> {
    const summary = summarize(this.#folderOf(taskId), this.#options);
    if (!summary) throw taskNotFound(taskId);
    return summary;
  }

  async delete(taskId: TaskId): Promise<void> {
    const folder = this.#folderOf(taskId);
    if (!existsSync(folder.path)) throw taskNotFound(taskId);
    // Checked without acquiring, which needs disk space: tasks are often deleted because the disk is full.
    const fence = readFence(folder.path, this.#options);
    if (fence?.state === "held") throw taskBusy(taskId, fence.holder);
    if (!hasLog(folder)) throw taskNotFound(taskId);
    // The log first: without it there is no task, even if a crash leaves the rest.
    await unlink(folder.log);
    await rm(folder.path, { recursive: true, force: true, maxRetries: 3 });
    const { cacheFolder } = this.#options;
    if (cacheFolder === undefined) return;
    // Loaded on demand, not at startup.
    const { forgetTasks } = await import("./history/forget-tasks.ts");
    forgetTasks(cacheFolder, [taskId]);
  }

  #folderOf(taskId: TaskId): TaskFolder {
    return taskFolder(this.#options.tasksFolder, taskId);
  }
}

/** Newest first, by creation time. Folders that are not tasks are ignored. */
async function listTasks(tasksFolder: string, options: FenceOptions): Promise<TaskSummary[]> {
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

/** undefined if there is no such task. */
function summarize(folder: TaskFolder, options: FenceOptions): TaskSummary | undefined {
  try {
    if (!hasLog(folder)) return undefined;
    return summarizeTask(folder, () => readFence(folder.path, options)?.state === "held");
  } catch (error) {
    // An unreadable task must not keep the others from being listed.
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
