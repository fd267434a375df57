import { RooError } from "@roo-code/types";
import { FileEventLog } from "../../file-event-log.ts";
import { isSystemError } from "../../log-errors.ts";
import { forgetTasks } from "../forget-tasks.ts";
import type { HistoryPlaces } from "../history-places.ts";
import { type HistoryLimits, type PlannedRemoval, planPrune } from "./plan-prune.ts";
import { storedTasks } from "./stored-tasks.ts";

export interface PruneOutcome {
  readonly removed: readonly PlannedRemoval[];
  /** Should have gone and could not: opened this moment, or files that cannot be removed. */
  readonly failed: readonly PlannedRemoval[];
  /** What is left. */
  readonly tasks: number;
  readonly bytes: number;
}

/** Removes what the limits do not allow: folder, command outputs, words in the index. A dry run only says so. */
export async function pruneHistory(
  places: HistoryPlaces,
  { limits, isDryRun = false }: { limits: HistoryLimits; isDryRun?: boolean },
): Promise<PruneOutcome> {
  const stored = await storedTasks(places);
  const planned = planPrune(stored, limits, places.clock.now());
  const removed = isDryRun ? planned : await removeAll(places, planned);
  const bytesOf = (tasks: readonly { bytes: number }[]) => tasks.reduce((sum, task) => sum + task.bytes, 0);
  return {
    removed,
    failed: planned.filter((task) => !removed.includes(task)),
    tasks: stored.length - removed.length,
    bytes: bytesOf(stored) - bytesOf(removed),
  };
}

async function removeAll(places: HistoryPlaces, planned: readonly PlannedRemoval[]): Promise<PlannedRemoval[]> {
  const { cacheFolder, ...options } = places;
  // Without the index, which is cleared of all of them at once.
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
