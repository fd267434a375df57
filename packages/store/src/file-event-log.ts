import { existsSync } from "node:fs";
import { rm, unlink } from "node:fs/promises";
import type { EventLog, EventRange, TaskEvent, TaskId, TaskSummary, TaskWriter } from "@roo-code/types";
import { type FenceOptions, lookAtFence } from "./fence-sighting.ts";
import { listTasks, summarize } from "./list-tasks.ts";
import { taskBusy, taskNotFound } from "./log-errors.ts";
import { readLog } from "./read-log.ts";
import { readRange } from "./read-range.ts";
import { createTask, openTask } from "./take-task.ts";
import { hasLog, type TaskFolder, taskFolder } from "./task-folder.ts";
import { watchEvents } from "./watch-events.ts";

export interface FileEventLogOptions extends FenceOptions {
  /** Holds a folder for each task; made together with the first. */
  readonly tasksFolder: string;
  /** Where an index of what the tasks say may be; what is deleted goes from it too. */
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
      // Only who reads all lines can say which of them is bad.
      await readLog(folder);
      throw error;
    }
  }

  /**
   * An event shows as soon as its line is whole, which may be a moment before it is safe on the disk.
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
    // Looks and does not take: that needs space, and a full disk is when one deletes. Who opens it now, loses it.
    const fence = lookAtFence(folder.path, this.#options);
    if (fence?.state === "held") throw taskBusy(taskId, fence.holder);
    if (!hasLog(folder)) throw taskNotFound(taskId);
    // The log first: without it there is no task, whatever a crash leaves of the rest.
    await unlink(folder.log);
    await rm(folder.path, { recursive: true, force: true, maxRetries: 3 });
    const { cacheFolder } = this.#options;
    if (cacheFolder === undefined) return;
    // Loaded when something is deleted, not with the process.
    const { forgetTasks } = await import("./history/forget-tasks.ts");
    forgetTasks(cacheFolder, [taskId]);
  }

  #folderOf(taskId: TaskId): TaskFolder {
    return taskFolder(this.#options.tasksFolder, taskId);
  }
}
