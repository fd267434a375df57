import { setTimeout } from "node:timers/promises";
import { type EventLog, isTaskId, RooError, type TaskEvent, type TaskId } from "@roo-code/types";
import { foldWatched, newWatchedTask, type WatchedTask } from "./watched-task.ts";

/** A task and those that work for it, by their ids. */
export type WatchedTree = ReadonlyMap<string, WatchedTask>;

type Events = (taskId: TaskId) => AsyncIterable<TaskEvent>;

const untilThereMs = 100;

/** As it is now. */
export function readTree(tasks: EventLog, root: TaskId): Promise<WatchedTree> {
  const events: Events = async function* (taskId) {
    // One that was announced may not have begun.
    yield* await tasks.read(taskId).catch(unlessThere);
  };
  return follow(root, { events, onChange: () => undefined });
}

/**
 * Follows the logs of a task and of all that work for it, at any depth, from their beginnings. `onChange` sees every
 * event after it was folded. Resolves to what it came to when the signal aborts.
 */
export function watchTree(
  tasks: EventLog,
  root: TaskId,
  { signal, onChange }: { signal: AbortSignal; onChange: Follow["onChange"] },
): Promise<WatchedTree> {
  const events: Events = async function* (taskId) {
    while (!signal.aborted) {
      try {
        return yield* tasks.watch(taskId, 0, signal);
      } catch (error) {
        unlessThere(error);
        await setTimeout(untilThereMs, undefined, { signal }).catch(() => undefined);
      }
    }
  };
  return follow(root, { events, onChange });
}

interface Follow {
  readonly events: Events;
  readonly onChange: (tree: WatchedTree, change: { readonly taskId: TaskId; readonly event: TaskEvent }) => void;
}

async function follow(root: TaskId, { events, onChange }: Follow): Promise<WatchedTree> {
  const tree = new Map<string, WatchedTask>();
  const followOne = async (taskId: TaskId, task: WatchedTask): Promise<void> => {
    tree.set(taskId, task);
    const below: Promise<void>[] = [];
    for await (const event of events(taskId)) {
      foldWatched(task, event);
      if (event.type === "subtask.start" && isTaskId(event.taskId) && !tree.has(event.taskId)) {
        below.push(followOne(event.taskId, newWatchedTask(event)));
      }
      onChange(tree, { taskId, event });
    }
    await Promise.all(below);
  };
  await followOne(root, newWatchedTask({ agent: "root", mode: "", message: "" }));
  return tree;
}

function unlessThere(error: unknown): never[] {
  if (error instanceof RooError && error.code === "task_not_found") return [];
  throw error;
}
