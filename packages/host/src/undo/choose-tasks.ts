import { dirname } from "node:path";
import {
  type EventLog,
  RooError,
  snapshotNumber,
  type TaskEvent,
  type TaskId,
  type TaskSummary,
} from "@roo-code/types";
import { findTask } from "../task-id.ts";
import { startOf } from "./task-files.ts";
import { foldUndos } from "./undo-state.ts";

export interface ChosenTask {
  readonly taskId: TaskId;
  readonly events: readonly TaskEvent[];
}

const maxRead = 20;

/** What the task is chosen for: the newest step to undo, the newest undo to redo, or whichever is newer. */
export type ChosenFor = "undo" | "redo" | "either";

/**
 * The named task, or the one that ran last in the folder together with its parents and subtasks, best match first. At
 * least one. Throws `RooError` `task_not_found`, `task_ambiguous`, `task_damaged`.
 */
export async function chooseTasks(
  tasks: EventLog,
  { task, folder, forWhat: purpose = "either" }: { task?: string | undefined; folder: string; forWhat?: ChosenFor },
): Promise<readonly ChosenTask[]> {
  if (task !== undefined) {
    const { taskId } = await findTask(tasks, task);
    return [{ taskId, events: await tasks.read(taskId) }];
  }
  const here = nearest(await tasks.list(), folder).slice(0, maxRead);
  const read: ChosenTask[] = [];
  for (const { taskId } of here) read.push({ taskId, events: await tasks.read(taskId) });
  const [newest] = read.toSorted((left, right) => lastRunAt(right).localeCompare(lastRunAt(left)));
  if (!newest) {
    throw new RooError({
      code: "task_not_found",
      message: `No task has run in ${folder}.`,
      next: "See all tasks with: roo tasks list",
    });
  }
  const root = rootOf(newest, read);
  return read
    .filter((one) => rootOf(one, read) === root)
    .map((one) => ({ one, use: lastUse(one, purpose) }))
    .sort((left, right) => right.use - left.use)
    .map(({ one }) => one);
}

/** Tasks of the folder, or of the nearest folder above that has any; most recently updated first. */
function nearest(all: readonly TaskSummary[], folder: string): TaskSummary[] {
  const whole = all.filter(({ status }) => status !== "damaged");
  for (let above = folder; ; above = dirname(above)) {
    const found = whole.filter(({ cwd }) => cwd === above);
    if (found.length > 0) return found.sort((left, right) => (left.updatedAt < right.updatedAt ? 1 : -1));
    if (above === dirname(above)) return [];
  }
}

/** Ignores undos, which write to the log of an older task without making it the newest. */
function lastRunAt({ events }: ChosenTask): string {
  const last = events.findLast(
    ({ type }) => type !== "change.added" && type !== "snapshot.added" && type !== "rewind.added",
  );
  return last?.at ?? "";
}

function rootOf(task: ChosenTask, all: readonly ChosenTask[]): TaskId {
  const parentId = startOf(task.events).parent?.taskId;
  const parent = all.find(({ taskId }) => taskId === parentId);
  return parent ? rootOf(parent, all) : (parentId ?? task.taskId);
}

/** The number of the snapshot before the task's last undoable step or last undo. */
function lastUse({ events }: ChosenTask, purpose: ChosenFor): number {
  const { steps, undone, redo } = foldUndos(events);
  const step = steps.findLast(({ seq }) => !undone.steps.has(seq));
  const lastUndo = redo.at(-1)?.change;
  const uses = { undo: [step], redo: [lastUndo], either: [step, lastUndo] }[purpose];
  return Math.max(...uses.map((use) => snapshotNumber(use?.snapshot ?? use?.changes[0]?.before ?? "")));
}
