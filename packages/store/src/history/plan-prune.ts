import { type TaskId } from "@roo-code/types";

export const dayMs = 86_400_000;

/** Absent: no limit. */
export interface HistoryLimits {
  readonly maxAgeDays?: number;
  readonly maxBytes?: number;
}

export interface StoredTask {
  readonly taskId: TaskId;
  readonly title: string;
  /** The size of all its files. */
  readonly bytes: number;
  /** When it was last opened or written to, in milliseconds. */
  readonly usedAt: number;
  readonly isRunning: boolean;
}

export interface PlannedRemoval extends StoredTask {
  readonly reason: "age" | "size";
}

/**
 * The tasks to remove: those unused for too long, then the least recently used until the rest fits. Running tasks and
 * those used within the last day stay, even if they exceed the limit.
 */
export function planPrune(tasks: readonly StoredTask[], limits: HistoryLimits, now: number): PlannedRemoval[] {
  const { maxAgeDays = Number.POSITIVE_INFINITY, maxBytes = Number.POSITIVE_INFINITY } = limits;
  const removals: PlannedRemoval[] = [];
  let bytes = tasks.reduce((sum, task) => sum + task.bytes, 0);
  for (const task of tasks.toSorted((left, right) => left.usedAt - right.usedAt)) {
    const unusedMs = now - task.usedAt;
    // Written so that NaN keeps the task.
    if (task.isRunning || !(unusedMs > dayMs)) continue;
    const isTooOld = unusedMs > maxAgeDays * dayMs;
    if (!isTooOld && bytes <= maxBytes) continue;
    removals.push({ ...task, reason: isTooOld ? "age" : "size" });
    bytes -= task.bytes;
  }
  return removals;
}
