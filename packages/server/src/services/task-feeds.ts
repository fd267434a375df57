import type { TaskSource } from "@roo-code/host";
import type { TaskPool } from "@roo-code/host/tasks";
import type { EventLog, LiveDelta, TaskEvent, TaskId } from "@roo-code/types";
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

/** A client that has just connected needs only the end of long command output. */
const maxOutput = 100_000;

/** The live output of each task that is not recorded yet, for clients that connect in the middle of a turn. */
export class CurrentDeltas {
  readonly #tasks = new Map<TaskId, Map<string, LiveDelta>>();

  deltasOf(taskId: TaskId): readonly LiveDelta[] {
    return [...(this.#tasks.get(taskId)?.values() ?? [])];
  }

  record(item: TaskEvent | LiveDelta, taskId: TaskId): void {
    if ("live" in item) this.#add(item, taskId);
    else this.#settle(item, taskId);
  }

  #add(delta: LiveDelta, taskId: TaskId): void {
    const sums = this.#tasks.get(taskId) ?? new Map<string, LiveDelta>();
    this.#tasks.set(taskId, sums);
    const key = "callId" in delta ? `${delta.type} ${delta.callId}` : delta.type;
    const before = sums.get(key);
    if (delta.type === "call.start" || !before || !("text" in before)) return void sums.set(key, delta);
    const text = before.text + delta.text;
    sums.set(key, { ...delta, text: delta.type === "output.delta" ? text.slice(-maxOutput) : text });
  }

  /** The log contains it now. */
  #settle(event: TaskEvent, taskId: TaskId): void {
    if (event.type === "run.end") this.#tasks.delete(taskId);
    if (event.type === "tool.end") this.#tasks.get(taskId)?.delete(`output.delta ${event.callId}`);
    if (event.type !== "turn.start" && event.type !== "turn.end" && event.type !== "turn.failed") return;
    const sums = this.#tasks.get(taskId);
    for (const key of sums?.keys() ?? []) if (!key.startsWith("output.delta")) sums?.delete(key);
  }
}
