import type { EventLog, LiveDelta, TaskEvent, TaskId } from "@roo-code/types";
import { RecentFrames } from "./recent-frames.ts";

/** A follower of a task. None of these may throw. */
export interface FeedListener {
  /** A whole frame. */
  send(frame: Buffer): void;
  /** Resolves when a slow client may be sent more past events. */
  drained(): Promise<void>;
  /** Every past event has been sent. */
  caughtUp(lastSeq: number): void;
}

interface FeedParts {
  readonly taskId: TaskId;
  readonly tasks: Pick<EventLog, "read" | "watch" | "summarize">;
  /** Whether the task runs in this process: then `offer` gets its events, and the log need not be watched. */
  readonly isOurs: () => boolean;
  /** Live output not recorded yet. */
  readonly currentDeltas: () => readonly LiveDelta[];
  /** The last follower is gone. */
  readonly onIdle: () => void;
}

interface Follower {
  readonly listener: FeedListener;
  lastSeq: number;
}

/**
 * One task for all its followers. Events come from this process while it runs the task, else from the log; either way
 * every follower gets each event once and in order.
 */
export class TaskFeed {
  readonly #parts: FeedParts;
  readonly #recent = new RecentFrames();
  readonly #live = new Set<Follower>();
  readonly #ended = new AbortController();
  #lastSeq: number | undefined;
  #followers = 0;
  #watching: AbortController | undefined;

  constructor(parts: FeedParts) {
    this.#parts = parts;
  }

  /** Resolves when the signal aborts or the task is gone. Throws what reading the log throws. */
  async follow(afterSeq: number, listener: FeedListener, signal: AbortSignal): Promise<void> {
    const over = AbortSignal.any([signal, this.#ended.signal]);
    const follower = { listener, lastSeq: afterSeq };
    this.#followers += 1;
    try {
      await this.#catchUp(follower, over);
      if (over.aborted) return;
      this.#live.add(follower);
      listener.caughtUp(follower.lastSeq);
      for (const delta of this.#parts.currentDeltas()) listener.send(this.#deltaFrame(delta));
      await aborted(over);
    } finally {
      this.#live.delete(follower);
      this.#followers -= 1;
      if (this.#followers === 0) this.stop();
    }
  }

  /** An event that this process has just appended to the log. */
  offer(event: TaskEvent): void {
    this.#lastSeq ??= event.seq - 1;
    if (this.#take(event)) this.#watching?.abort();
    // The events between were written by another process.
    else if (event.seq > this.#lastSeq + 1) this.#watch();
    // From here on another process may continue the task.
    if (event.type === "run.end") this.#watch();
  }

  sendDelta(delta: LiveDelta): void {
    if (this.#live.size === 0) return;
    const frame = this.#deltaFrame(delta);
    for (const { listener } of this.#live) listener.send(frame);
  }

  /** Watches the log of a task that runs in another process. */
  ensureWatched(): void {
    if (this.#lastSeq !== undefined && !this.#parts.isOurs()) this.#watch();
  }

  stop(): void {
    this.#watching?.abort();
    this.#ended.abort();
    this.#parts.onIdle();
  }

  /** Resolves once the follower has every event the feed has sent. */
  async #catchUp(follower: Follower, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await follower.listener.drained();
      const recent = this.#recent.after(follower.lastSeq);
      for (const { seq, frame } of recent ?? []) sendOnce(follower, seq, frame);
      if (recent) return;
      await this.#sendLogged(follower, signal);
      if (signal.aborted) return;
      this.#lastSeq ??= this.#begin(follower.lastSeq);
      if (follower.lastSeq >= this.#lastSeq) return;
    }
  }

  /** Sends the logged events at the pace the client reads: a long log is never held in memory. */
  async #sendLogged(follower: Follower, signal: AbortSignal): Promise<void> {
    const { tasks, taskId } = this.#parts;
    const { events: last, status } = await tasks.summarize(taskId);
    // Throws what is wrong with it.
    if (status === "damaged") await tasks.read(taskId);
    if (last <= follower.lastSeq) return;
    for await (const event of tasks.watch(taskId, follower.lastSeq, signal)) {
      await follower.listener.drained();
      if (signal.aborted) return;
      sendOnce(follower, event.seq, this.#frameOf(event));
      if (event.seq >= last) return;
    }
  }

  /** New events are tracked from here on. */
  #begin(lastSeq: number): number {
    this.#recent.begin(lastSeq);
    this.#lastSeq = lastSeq;
    if (!this.#parts.isOurs()) this.#watch();
    return lastSeq;
  }

  /** False if it is not the next event. */
  #take(event: TaskEvent): boolean {
    if (event.seq !== (this.#lastSeq ?? 0) + 1) return false;
    this.#lastSeq = event.seq;
    const frame = this.#frameOf(event);
    this.#recent.add(event.seq, frame);
    for (const follower of this.#live) sendOnce(follower, event.seq, frame);
    return true;
  }

  #watch(): void {
    if (this.#watching && !this.#watching.signal.aborted) return;
    const watching = new AbortController();
    this.#watching = watching;
    void this.#followLog(watching.signal).catch(() => {
      // A damaged log ends the feed; following it again throws why.
      if (!watching.signal.aborted) this.#ended.abort();
    });
  }

  async #followLog(signal: AbortSignal): Promise<void> {
    const { tasks, taskId } = this.#parts;
    for await (const event of tasks.watch(taskId, this.#lastSeq ?? 0, signal)) this.#take(event);
    // The watch ended by itself: the task was deleted.
    if (!signal.aborted) this.#ended.abort();
  }

  #deltaFrame(delta: LiveDelta): Buffer {
    return Buffer.from(JSON.stringify({ type: "delta", taskId: this.#parts.taskId, delta }));
  }

  #frameOf(event: TaskEvent): Buffer {
    return Buffer.from(JSON.stringify({ type: "event", taskId: this.#parts.taskId, event }));
  }
}

function sendOnce(follower: Follower, seq: number, frame: Buffer): void {
  if (seq <= follower.lastSeq) return;
  follower.lastSeq = seq;
  follower.listener.send(frame);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
