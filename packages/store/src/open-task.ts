import { closeSync, existsSync, openSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import type { Clock, TaskEvent, TaskWriter } from "@roo-code/types";
import { acquireFence, type Fence, type FenceOptions } from "./fence.ts";
import { FileTaskWriter, openAppendFile } from "./file-task-writer.ts";
import { hasCode, isSystemError, taskBusy, taskExists, taskLost, taskNotFound, writeFailed } from "./log-errors.ts";
import { readLog } from "./read-log.ts";
import { makeFolder, syncFile, syncFolder } from "./sync-folder.ts";
import type { TaskFolder } from "./task-folder.ts";

/** Creates a task that this process holds. Throws `task_exists`, `disk_full`, `log_write_failed`. */
export function createTask(folder: TaskFolder, options: FenceOptions): Promise<TaskWriter> {
  return withRooErrors(folder, async () => {
    await makeFolder(folder.path);
    const { fence } = acquireFence(folder.path, options);
    if (!fence) throw taskExists(folder.taskId);
    return releaseOnFailure(fence, async () => {
      if (await hasEvents(folder)) throw taskExists(folder.taskId);
      // Creates the file, or removes the incomplete first line of a process that died.
      writeFileSync(folder.log, "", { mode: 0o600 });
      await syncFolder(folder.path);
      return startWriter(folder, { fence, clock: options.clock, history: [] });
    });
  });
}

/** Takes an existing task for this process. Throws as documented for `EventLog.open`, and write errors. */
export function openTask(folder: TaskFolder, options: FenceOptions): Promise<TaskWriter> {
  return withRooErrors(folder, async () => {
    if (!existsSync(folder.path)) throw taskNotFound(folder.taskId);
    const { fence, heldBy } = acquireFence(folder.path, options);
    if (!fence) throw taskBusy(folder.taskId, heldBy);
    const log = await releaseOnFailure(fence, () => repairLog(folder, fence));
    const writer = startWriter(folder, { fence, clock: options.clock, history: log.events });
    if (log.tornBytes > 0) log.events.push(...(await recordTornTail(writer, log.tornBytes)));
    return writer;
  });
}

async function hasEvents(folder: TaskFolder): Promise<boolean> {
  try {
    await readLog(folder);
    return true;
  } catch (error) {
    if (hasCode(error, "task_not_found")) return false;
    if (hasCode(error, "task_damaged")) return true;
    throw error;
  }
}

/** Reads the log and truncates it to its last complete line. */
async function repairLog(folder: TaskFolder, fence: Fence) {
  const log = await readLog(folder);
  if (fence.isAfterTimeout) await replaceLog(folder, log.goodBytes, fence);
  else if (log.tornBytes > 0) truncateSync(folder.log, log.goodBytes.length);
  return log;
}

function startWriter(folder: TaskFolder, parts: { fence: Fence; clock: Clock; history: TaskEvent[] }): TaskWriter {
  return new FileTaskWriter({ ...parts, taskId: folder.taskId, file: openAppendFile(folder.log) });
}

/** The notice becomes part of the history, because the next event's number follows it. */
async function recordTornTail(writer: TaskWriter, tornBytes: number): Promise<readonly TaskEvent[]> {
  const message = `The last line was incomplete: ${tornBytes} bytes of it were dropped.`;
  const { events, durable } = writer.append([{ type: "notice.added", code: "torn_tail", message }]);
  try {
    await durable;
  } catch (error) {
    await writer.close();
    throw error;
  }
  return events;
}

async function releaseOnFailure<Result>(fence: Fence, action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    fence.release();
    throw error;
  }
}

/** The user can fix system errors: no space, no permission, a read-only disk. */
async function withRooErrors<Result>(folder: TaskFolder, action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    throw isSystemError(error) ? writeFailed(folder.taskId, error) : error;
  }
}

/**
 * Replaces the log by a new file with this content: pending writes of a holder that timed out go to the old file,
 * which no one reads any more.
 */
async function replaceLog(folder: TaskFolder, content: Buffer, fence: Fence): Promise<void> {
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
