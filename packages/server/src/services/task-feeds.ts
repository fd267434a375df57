import type { TaskSource } from "@roo-code/host";
import type { TaskPool } from "@roo-code/host/tasks";
import type { EventLog, LiveDelta, TaskEvent, TaskId } from "@roo-code/types";
import { CurrentDeltas } from "./current-deltas.ts";
import { type FeedListener, TaskFeed } from "./task-feed.ts";

/** The feeds of followed tasks: each log is read once, however many clients follow it. */
export class TaskFeeds {
  readonly #parts: { readonly tasks: EventLog; readonly pool: TaskPool };
  readonly #feeds = new Map<TaskId, TaskFeed>();
  readonly #deltas = new CurrentDeltas();

  /** A run that crashed sends no last event: then the log is watched. */
  readonly #checking = setInterval(() => {
    for (const feed of this.#feeds.values()) feed.ensureWatched();
  }, checkEveryMs).unref();

  constructor(parts: { readonly tasks: EventLog; readonly pool: TaskPool }) {
    this.#parts = parts;
  }

  /** The number of followed tasks. */
  get size(): number {
    return this.#feeds.size;
  }

  readonly observe = (item: TaskEvent | LiveDelta, { taskId }: TaskSource): void => {
    this.#deltas.record(item, taskId);
    const feed = this.#feeds.get(taskId);
    if (!feed) return;
    if ("live" in item) feed.sendDelta(item);
    else feed.offer(item);
  };

  /**
   * Sends every event after `afterSeq` once and in order, then new ones. Resolves when the signal aborts or the task is
   * deleted. Throws `task_not_found`, `task_damaged`.
   */
  async follow(taskId: TaskId, afterSeq: number, listener: FeedListener, signal: AbortSignal): Promise<void> {
    await this.#parts.tasks.summarize(taskId);
    const feed = this.#feeds.get(taskId) ?? this.#open(taskId);
    await feed.follow(afterSeq, listener, signal);
  }

  stop(): void {
    clearInterval(this.#checking);
    for (const feed of this.#feeds.values()) feed.stop();
  }

  #open(taskId: TaskId): TaskFeed {
    const { tasks, pool } = this.#parts;
    const feed = new TaskFeed({
      taskId,
      tasks,
      currentDeltas: () => this.#deltas.deltasOf(taskId),
      isOurs: () => pool.sessionOf(taskId) !== undefined,
      onIdle: () => this.#feeds.delete(taskId),
    });
    this.#feeds.set(taskId, feed);
    return feed;
  }
}

const checkEveryMs = 10_000;
