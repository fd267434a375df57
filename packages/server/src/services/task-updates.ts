import type { TaskSource } from "@roo-code/host";
import type { LiveDelta, TaskEvent, TaskId, TaskSummary } from "@roo-code/types";
import type { ApiTaskSummary } from "@roo-code/types/api";
import type { ServerParts } from "./server-parts.ts";
import { type Tasks, taskOwner } from "./tasks.ts";

type TaskUpdate = { readonly task: ApiTaskSummary } | { readonly removed: TaskId };

/** Changes of a task are sent at most once per interval. */
const batchMs = 200;
/** Tasks of other processes send no events here: their logs are polled. */
const pollMs = 5_000;

/** Created, changed and removed tasks, for task lists. Idle without listeners. */
export class TaskUpdates {
  readonly #parts: ServerParts;
  readonly #tasks: Tasks;
  readonly #listeners = new Set<(update: TaskUpdate) => void>();
  readonly #changed = new Set<TaskId>();
  #seen = new Map<TaskId, string>();
  #batch: NodeJS.Timeout | undefined;
  #polling: NodeJS.Timeout | undefined;

  constructor(parts: ServerParts, tasks: Tasks) {
    this.#parts = parts;
    this.#tasks = tasks;
  }

  /** All tasks belong to one owner: others get no updates. */
  watch(owner: string, listener: (update: TaskUpdate) => void): () => void {
    if (owner !== taskOwner) return () => undefined;
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#begin();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.stop();
    };
  }

  stop(): void {
    clearInterval(this.#polling);
    clearTimeout(this.#batch);
    this.#batch = undefined;
    this.#seen.clear();
  }

  removed(taskId: TaskId): void {
    this.#seen.delete(taskId);
    this.#send({ removed: taskId });
  }

  readonly observe = (item: TaskEvent | LiveDelta, { taskId }: TaskSource): void => {
    if ("live" in item || this.#listeners.size === 0) return;
    this.#changed.add(taskId);
    // Parents wait for the open questions of their subtasks.
    if (questionEvents.has(item.type)) for (const id of this.#parts.pool.treeOf(taskId)) this.#changed.add(id);
    this.#batch ??= setTimeout(() => void this.#sendChanged(), batchMs);
  };

  async #sendChanged(): Promise<void> {
    this.#batch = undefined;
    const ids = [...this.#changed];
    this.#changed.clear();
    const found = await Promise.all(ids.map((id) => this.#parts.host.tasks.summarize(id).catch(() => undefined)));
    await this.#sendTasks(found.flatMap((summary) => summary ?? []));
  }

  #begin(): void {
    void this.#poll();
    this.#polling = setInterval(() => void this.#poll(), pollMs);
  }

  /** The first poll sends nothing: new listeners have a list already. */
  async #poll(): Promise<void> {
    const all = await this.#tasks.listOf(taskOwner).catch(() => undefined);
    if (!all) return;
    const before = this.#seen;
    this.#seen = new Map(all.map((summary) => [summary.taskId, revisionOf(summary)]));
    if (before.size === 0) return;
    for (const taskId of before.keys()) if (!this.#seen.has(taskId)) this.#send({ removed: taskId });
    await this.#sendTasks(all.filter((summary) => before.get(summary.taskId) !== revisionOf(summary)));
  }

  async #sendTasks(summaries: readonly TaskSummary[]): Promise<void> {
    if (summaries.length === 0) return;
    try {
      for (const task of await this.#tasks.views(taskOwner, summaries)) this.#send({ task });
    } catch (error) {
      // The database is unreachable: the next change sends these too.
      this.#parts.log.warn({ error }, "sending task updates failed");
    }
  }

  #send(update: TaskUpdate): void {
    for (const listener of this.#listeners) listener(update);
  }
}

const questionEvents: ReadonlySet<TaskEvent["type"]> = new Set([
  "approval.requested",
  "approval.end",
  "question.requested",
  "question.end",
]);

function revisionOf({ status, updatedAt, events }: TaskSummary): string {
  return `${status} ${updatedAt} ${events}`;
}
