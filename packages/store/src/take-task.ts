import { closeSync, existsSync, openSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import type { Clock, TaskEvent, TaskWriter } from "@roo-code/types";
import { openAppendFile } from "./append-file.ts";
import { acquireFence, type Fence } from "./fence.ts";
import type { FenceOptions } from "./fence-sighting.ts";
import { FileTaskWriter } from "./file-task-writer.ts";
import { hasCode, isSystemError, taskBusy, taskExists, taskLost, taskNotFound, writeFailed } from "./log-errors.ts";
import { readLog } from "./read-log.ts";
import { makeFolder, syncFile, syncFolder } from "./sync-folder.ts";
import type { TaskFolder } from "./task-folder.ts";

/** A new task, held by this process. Throws `task_exists`, `disk_full`, `log_write_failed`. */
export function createTask(folder: TaskFolder, options: FenceOptions): Promise<TaskWriter> {
  return withRooErrors(folder, async () => {
    await makeFolder(folder.path);
    const { fence } = acquireFence(folder.path, options);
    if (!fence) throw taskExists(folder.taskId);
    return releaseOnFailure(fence, async () => {
      if (await hasEvents(folder)) throw taskExists(folder.taskId);
      // Makes the file, or empties it of the half line of a process that died while writing its first.
      writeFileSync(folder.log, "", { mode: 0o600 });
      await syncFolder(folder.path);
      return startWriter(folder, { fence, clock: options.clock, history: [] });
    });
  });
}

/** An existing task, held by this process from now on. Throws as `EventLog.open` says, and what writing throws. */
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

/** Reads the log and leaves it ending with a whole line. */
async function repairLog(folder: TaskFolder, fence: Fence) {
  const log = await readLog(folder);
  if (fence.isFromSilent) await renewLog(folder, log.goodBytes, fence);
  else if (log.tornBytes > 0) truncateSync(folder.log, log.goodBytes.length);
  return log;
}

function startWriter(folder: TaskFolder, parts: { fence: Fence; clock: Clock; history: TaskEvent[] }): TaskWriter {
  return new FileTaskWriter({ ...parts, taskId: folder.taskId, file: openAppendFile(folder.log) });
}

/** Becomes part of the history that is handed out: the next event's number follows it. */
async function recordTornTail(writer: TaskWriter, tornBytes: number): Promise<readonly TaskEvent[]> {
  const message = `The last line was not written to its end: ${tornBytes} bytes of it were dropped.`;
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

/** What the system refuses here, a person can put right: no space, no permission, a read-only disk. */
async function withRooErrors<Result>(folder: TaskFolder, action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    throw isSystemError(error) ? writeFailed(folder.taskId, error) : error;
  }
}

/**
 * Puts a new file with this content in the place of the log: what a holder that was given up still has on its way
 * goes to the old file, which nobody reads any more.
 */
async function renewLog(folder: TaskFolder, content: Buffer, fence: Fence): Promise<void> {
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
