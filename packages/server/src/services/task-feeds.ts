import type { TaskSource } from "@roo-code/host";
import type { TaskPool } from "@roo-code/host/tasks";
import type { EventLog, LiveDelta, TaskEvent, TaskId } from "@roo-code/types";
import { LiveSoFar } from "./live-so-far.ts";
import { type FeedListener, TaskFeed } from "./task-feed.ts";

/** What happens in tasks, for everybody who follows them: each task is read once, however many do. */
export class TaskFeeds {
  readonly #parts: { readonly tasks: EventLog; readonly pool: TaskPool };
  readonly #feeds = new Map<TaskId, TaskFeed>();
  readonly #soFar = new LiveSoFar();

  /** A run that broke says no last word: then the log itself is looked at. */
  readonly #checking = setInterval(() => {
    for (const feed of this.#feeds.values()) feed.ensureFed();
  }, checkEveryMs).unref();

  constructor(parts: { readonly tasks: EventLog; readonly pool: TaskPool }) {
    this.#parts = parts;
  }

  /** How many tasks are followed. */
  get size(): number {
    return this.#feeds.size;
  }

  readonly observe = (item: TaskEvent | LiveDelta, { taskId }: TaskSource): void => {
    this.#soFar.note(item, taskId);
    const feed = this.#feeds.get(taskId);
    if (!feed) return;
    if ("live" in item) feed.tellDelta(item);
    else feed.offer(item);
  };

  /**
   * Every event after `afterSeq` in order and once, then those to come. Resolves when the signal aborts or the task is
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
      soFar: () => this.#soFar.deltasOf(taskId),
      isOurs: () => pool.sessionOf(taskId) !== undefined,
      onIdle: () => this.#feeds.delete(taskId),
    });
    this.#feeds.set(taskId, feed);
    return feed;
  }
}

const checkEveryMs = 10_000;
