import { dirname, join } from "node:path";
import type { HistoryLimits, HistoryPaths, PruneOutcome } from "@roo-code/store/history";
import * as stored from "@roo-code/store/history";
import type { Clock, EventLog, Settings, TaskId } from "@roo-code/types";

export {
  type HistoryHit,
  type HistorySearch,
  type PlannedRemoval,
  type PruneOutcome,
  searchHistory,
} from "@roo-code/store/history";

export function historyPaths({ home, clock }: { readonly home: string; readonly clock: Clock }): HistoryPaths {
  return { tasksFolder: join(home, "tasks"), cacheFolder: join(home, "cache"), clock };
}

export function historyLimits({ historyMaxAge, historyMaxBytes }: Settings): HistoryLimits {
  return { maxAgeDays: historyMaxAge, maxBytes: historyMaxBytes };
}

/** Removes tasks beyond the limits, including the copies of folders they worked in. */
export async function pruneHistory(
  paths: HistoryPaths,
  options: { limits: HistoryLimits; isDryRun?: boolean },
): Promise<PruneOutcome> {
  const outcome = await stored.pruneHistory(paths, options);
  if (!options.isDryRun) await discard(paths, outcome);
  return outcome;
}

/** As `pruneHistory`, once a day; undefined if already done today, or no limit is set. */
export async function pruneDaily(paths: HistoryPaths, limits: HistoryLimits): Promise<PruneOutcome | undefined> {
  const outcome = await stored.pruneDaily(paths, limits);
  if (outcome) await discard(paths, outcome);
  return outcome;
}

/** Deletes a task, including the copy of a folder it worked in. Throws as `EventLog.delete` does. */
export async function deleteTask(tasks: EventLog, paths: HistoryPaths, taskId: TaskId): Promise<void> {
  await tasks.delete(taskId);
  await discard(paths, { removed: [{ taskId }] });
}

/** A copy is named after the task that works in it. */
async function discard(
  { tasksFolder }: HistoryPaths,
  { removed }: { readonly removed: readonly { readonly taskId: TaskId }[] },
): Promise<void> {
  if (removed.length === 0) return;
  const { discardCopies } = await import("@roo-code/workspace");
  discardCopies(
    dirname(tasksFolder),
    removed.map(({ taskId }) => taskId),
  );
}
