import { lstatSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { RooError } from "@roo-code/types";
import { fenceNumbers, fencePath, readFence } from "../fence.ts";
import { FileEventLog } from "../file-event-log.ts";
import { isSystemError } from "../log-errors.ts";
import { summarizeTask } from "../summarize-task.ts";
import type { TaskFolder } from "../task-folder.ts";
import { forgetTasks } from "./forget-tasks.ts";
import { findLogs, type HistoryPaths } from "./history-folders.ts";
import { dayMs, type HistoryLimits, type PlannedRemoval, planPrune, type StoredTask } from "./plan-prune.ts";

export interface PruneOutcome {
  readonly removed: readonly PlannedRemoval[];
  /** Could not be removed: just opened, or files that cannot be deleted. */
  readonly failed: readonly PlannedRemoval[];
  /** The remaining tasks. */
  readonly tasks: number;
  readonly bytes: number;
}

/** Removes the tasks beyond the limits: folder, command outputs, index entries. A dry run only reports them. */
export async function pruneHistory(
  paths: HistoryPaths,
  { limits, isDryRun = false }: { limits: HistoryLimits; isDryRun?: boolean },
): Promise<PruneOutcome> {
  const stored = await storedTasks(paths);
  const planned = planPrune(stored, limits, paths.clock.now());
  const removed = isDryRun ? planned : await removeAll(paths, planned);
  const bytesOf = (tasks: readonly { bytes: number }[]) => tasks.reduce((sum, task) => sum + task.bytes, 0);
  return {
    removed,
    failed: planned.filter((task) => !removed.includes(task)),
    tasks: stored.length - removed.length,
    bytes: bytesOf(stored) - bytesOf(removed),
  };
}

async function removeAll(paths: HistoryPaths, planned: readonly PlannedRemoval[]): Promise<PlannedRemoval[]> {
  const { cacheFolder, ...options } = paths;
  // Without the index, which is updated once for all of them.
  const log = new FileEventLog(options);
  const removed: PlannedRemoval[] = [];
  for (const task of planned) {
    try {
      await log.delete(task.taskId);
      removed.push(task);
    } catch (error) {
      if (!(error instanceof RooError) && !isSystemError(error)) throw error;
    }
  }
  if (removed.length > 0) {
    forgetTasks(
      cacheFolder,
      removed.map(({ taskId }) => taskId),
    );
  }
  return removed;
}

/** Prunes at most once a day; undefined if it was done already, or no limit is set. */
export async function pruneDaily(paths: HistoryPaths, limits: HistoryLimits): Promise<PruneOutcome | undefined> {
  if (limits.maxAgeDays === undefined && limits.maxBytes === undefined) return undefined;
  return isFirstToday(paths) ? pruneHistory(paths, { limits }) : undefined;
}

/** Marked before the work: only one of two processes does it, and a failure is not retried all day. */
function isFirstToday({ cacheFolder, clock }: HistoryPaths): boolean {
  const marker = join(cacheFolder, "history-pruned");
  const now = clock.now();
  try {
    const markedAt = statSync(marker, { throwIfNoEntry: false })?.mtimeMs ?? Number.NEGATIVE_INFINITY;
    // A marker from the future, as after a wrong clock, is ignored.
    if (markedAt <= now && now - markedAt < dayMs) return false;
    mkdirSync(cacheFolder, { recursive: true, mode: 0o700 });
    writeFileSync(marker, "");
    utimesSync(marker, now / 1000, now / 1000);
    return true;
  } catch (error) {
    // If the marker cannot be written, nothing can be removed either.
    if (isSystemError(error)) return false;
    throw error;
  }
}

/** Every task with its size. Unreadable ones are skipped and therefore never removed. */
async function storedTasks(paths: HistoryPaths): Promise<StoredTask[]> {
  const tasks: StoredTask[] = [];
  for (const { folder, mtimeMs } of findLogs(paths.tasksFolder)) {
    await setImmediate();
    try {
      tasks.push(storedTask(folder, mtimeMs, paths));
    } catch (error) {
      if (!isSystemError(error)) throw error;
    }
  }
  return tasks;
}

function storedTask(folder: TaskFolder, writtenAt: number, paths: HistoryPaths): StoredTask {
  const fence = fenceNumbers(folder.path).at(-1);
  const openedAt = fence === undefined ? 0 : lstatSync(fencePath(folder.path, fence)).mtimeMs;
  return {
    taskId: folder.taskId,
    title: summarizeTask(folder, () => false)?.title ?? "",
    bytes: bytesBelow(folder.path),
    usedAt: Math.max(writtenAt, openedAt),
    isRunning: readFence(folder.path, paths)?.state === "held",
  };
}

function bytesBelow(path: string): number {
  let bytes = 0;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    // Symlinks are not followed: their targets do not belong to the task.
    bytes += entry.isDirectory() ? bytesBelow(inner) : (lstatSync(inner, { throwIfNoEntry: false })?.size ?? 0);
  }
  return bytes;
}
