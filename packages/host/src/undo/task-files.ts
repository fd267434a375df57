import {
  type Clock,
  type EventLog,
  type EventOf,
  RooError,
  type Snapshot,
  type SnapshotStore,
  type TaskEvent,
} from "@roo-code/types";
import { workspaceFolder } from "../session/task-workspace.ts";
import type { TaskChange } from "./task-changes.ts";

export interface UndoContext {
  /** `$ROO_HOME`. */
  readonly home: string;
  readonly clock: Clock;
  readonly tasks: EventLog;
}

/** Opens the snapshots of a task's folder for the duration of the work. */
export async function withSnapshots<Result>(
  { home, clock }: UndoContext,
  events: readonly TaskEvent[],
  work: (store: SnapshotStore) => Promise<Result>,
): Promise<Result> {
  const workspace = workspaceFolder(startOf(events).environment.cwd);
  const { openSnapshots } = await import("@roo-code/workspace");
  const store = await openSnapshots({ home, workspace, clock });
  try {
    return await work(store);
  } finally {
    await store.dispose();
  }
}

export function startOf(events: readonly TaskEvent[]): EventOf<"task.start"> {
  const [first] = events;
  if (first?.type === "task.start") return first;
  throw new RooError({ code: "task_damaged", message: "The task's log does not begin with the task's start." });
}

/** Whether the snapshots needed to undo a change still exist. */
export function isKept({ changes }: TaskChange, snapshots: ReadonlyMap<string, Snapshot>): boolean {
  return changes.every(({ before, after }) => snapshots.has(before) && snapshots.has(after));
}

/** Throws `RooError` `unknown_event`. */
export function requireEvent(events: readonly TaskEvent[], seq: number): void {
  const last = events.at(-1)?.seq ?? 0;
  if (seq >= 1 && seq <= last) return;
  throw new RooError({
    code: "unknown_event",
    message: `The task has no event ${seq}; its events are 1 to ${last}.`,
    next: "See them with: roo checkpoints",
  });
}

export function forgotten(seq: number): RooError {
  return new RooError({
    code: "snapshot_forgotten",
    message: `The snapshot at event ${seq} has been pruned.`,
    next: "The settings snapshotMaxAge and snapshotMaxBytes limit how long snapshots are kept.",
  });
}
