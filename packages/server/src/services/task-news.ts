import type { TaskSource } from "@roo-code/host";
import type { LiveDelta, TaskEvent, TaskId, TaskSummary } from "@roo-code/types";
import type { ApiTaskSummary } from "@roo-code/types/api";
import type { ServerParts } from "./server-parts.ts";
import { type Tasks, taskOwner } from "./tasks.ts";

export type News = { readonly task: ApiTaskSummary } | { readonly removed: TaskId };

/** Changes of a task are told once for so many milliseconds. */
const gatherMs = 200;
/** Tasks of other processes tell us nothing: they are looked at. */
const lookEveryMs = 5_000;

/** Tasks as they come, change and go, for who shows a list of them. Costs nothing while nobody does. */
export class TaskNews {
  readonly #parts: ServerParts;
  readonly #tasks: Tasks;
  readonly #listeners = new Set<(news: News) => void>();
  readonly #changed = new Set<TaskId>();
  #seen = new Map<TaskId, string>();
  #gathering: NodeJS.Timeout | undefined;
  #looking: NodeJS.Timeout | undefined;

  constructor(parts: ServerParts, tasks: Tasks) {
    this.#parts = parts;
    this.#tasks = tasks;
  }

  /** All tasks are one user's: others are told nothing. */
  watch(owner: string, listener: (news: News) => void): () => void {
    if (owner !== taskOwner) return () => undefined;
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#begin();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.stop();
    };
  }

  stop(): void {
    clearInterval(this.#looking);
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    this.#seen.clear();
  }

  removed(taskId: TaskId): void {
    this.#seen.delete(taskId);
    this.#tell({ removed: taskId });
  }

  readonly observe = (item: TaskEvent | LiveDelta, { taskId }: TaskSource): void => {
    if ("live" in item || this.#listeners.size === 0) return;
    this.#changed.add(taskId);
    // What one of them asks, those above it wait for.
    if (asks.has(item.type)) for (const id of this.#parts.pool.treeOf(taskId)) this.#changed.add(id);
    this.#gathering ??= setTimeout(() => void this.#tellChanged(), gatherMs);
  };

  async #tellChanged(): Promise<void> {
    this.#gathering = undefined;
    const ids = [...this.#changed];
    this.#changed.clear();
    const found = await Promise.all(ids.map((id) => this.#parts.host.tasks.summarize(id).catch(() => undefined)));
    await this.#tellTasks(found.flatMap((summary) => summary ?? []));
  }

  #begin(): void {
    void this.#look();
    this.#looking = setInterval(() => void this.#look(), lookEveryMs);
  }

  /** The first look tells nothing: who comes has a list already. */
  async #look(): Promise<void> {
    const all = await this.#tasks.listOf(taskOwner).catch(() => undefined);
    if (!all) return;
    const before = this.#seen;
    this.#seen = new Map(all.map((summary) => [summary.taskId, markOf(summary)]));
    if (before.size === 0) return;
    for (const taskId of before.keys()) if (!this.#seen.has(taskId)) this.#tell({ removed: taskId });
    await this.#tellTasks(all.filter((summary) => before.get(summary.taskId) !== markOf(summary)));
  }

  async #tellTasks(summaries: readonly TaskSummary[]): Promise<void> {
    if (summaries.length === 0) return;
    try {
      for (const task of await this.#tasks.views(taskOwner, summaries)) this.#tell({ task });
    } catch (error) {
      // The database is away: what changed is told with the next change.
      this.#parts.log.warn({ error }, "news of tasks were not told");
    }
  }

  #tell(news: News): void {
    for (const listener of this.#listeners) listener(news);
  }
}

const asks: ReadonlySet<TaskEvent["type"]> = new Set([
  "approval.requested",
  "approval.end",
  "question.requested",
  "question.end",
]);

function markOf({ status, updatedAt, events }: TaskSummary): string {
  return `${status} ${updatedAt} ${events}`;
}
