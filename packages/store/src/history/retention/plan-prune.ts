import type { TaskId } from "@roo-code/types";

const dayMs = 86_400_000;

/** Absent: no limit. */
export interface HistoryLimits {
  readonly maxAgeDays?: number;
  readonly maxBytes?: number;
}

export interface StoredTask {
  readonly taskId: TaskId;
  readonly title: string;
  /** Of all its files. */
  readonly bytes: number;
  /** When it was last opened or written to, in milliseconds. */
  readonly usedAt: number;
  readonly isRunning: boolean;
}

export interface PlannedRemoval extends StoredTask {
  readonly reason: "age" | "size";
}

/**
 * Which tasks must go: those not used for too long, then the longest unused until the rest fits. What runs or was used
 * within the last day stays, even if it is too much by itself.
 */
export function planPrune(tasks: readonly StoredTask[], limits: HistoryLimits, now: number): PlannedRemoval[] {
  const { maxAgeDays = Number.POSITIVE_INFINITY, maxBytes = Number.POSITIVE_INFINITY } = limits;
  const removals: PlannedRemoval[] = [];
  let bytes = tasks.reduce((sum, task) => sum + task.bytes, 0);
  for (const task of tasks.toSorted((left, right) => left.usedAt - right.usedAt)) {
    const unusedMs = now - task.usedAt;
    // Written so that a time that is no number keeps the task.
    if (task.isRunning || !(unusedMs > dayMs)) continue;
    const isTooOld = unusedMs > maxAgeDays * dayMs;
    if (!isTooOld && bytes <= maxBytes) continue;
    removals.push({ ...task, reason: isTooOld ? "age" : "size" });
    bytes -= task.bytes;
  }
  return removals;
}
