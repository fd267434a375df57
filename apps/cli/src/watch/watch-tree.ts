import { setTimeout } from "node:timers/promises";
import { type EventLog, isTaskId, RooError, type TaskEvent, type TaskId } from "@roo-code/types";
import { foldWatched, newWatchedTask, type WatchedTask } from "./watched-task.ts";

/** A task and its subtasks, by id. */
export type WatchedTree = ReadonlyMap<string, WatchedTask>;

type Events = (taskId: TaskId) => AsyncIterable<TaskEvent>;

const pollMs = 100;

/** The current state. */
export function readTree(tasks: EventLog, root: TaskId): Promise<WatchedTree> {
  const events: Events = async function* (taskId) {
    // The log of an announced subtask may not exist yet.
    yield* await tasks.read(taskId).catch(emptyIfMissing);
  };
  return follow(root, { events, onChange: () => undefined });
}

/**
 * Follows the logs of a task and of all its subtasks from the start. Calls `onChange` for every event after it was folded. Resolves
 * to the final state when the signal aborts.
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
        emptyIfMissing(error);
        await setTimeout(pollMs, undefined, { signal }).catch(() => undefined);
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

function emptyIfMissing(error: unknown): never[] {
  if (error instanceof RooError && error.code === "task_not_found") return [];
  throw error;
}
