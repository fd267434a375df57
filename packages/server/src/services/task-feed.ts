import type { EventLog, LiveDelta, TaskEvent, TaskId } from "@roo-code/types";
import { RecentFrames } from "./recent-frames.ts";

/** One who follows a task. None of these may throw. */
export interface FeedListener {
  /** A whole frame. */
  send(frame: Buffer): void;
  /** Resolves when a client that reads slowly may be told more of what was before. */
  drained(): Promise<void>;
  /** Everything there was has been told. */
  caughtUp(lastSeq: number): void;
}

export interface FeedParts {
  readonly taskId: TaskId;
  readonly tasks: Pick<EventLog, "read" | "watch" | "summarize">;
  /** Whether this process works on the task: then it is told here, and need not be looked for in the file. */
  readonly isOurs: () => boolean;
  /** What is under way now. */
  readonly soFar: () => readonly LiveDelta[];
  /** Nobody follows it any more. */
  readonly onIdle: () => void;
}

interface Follower {
  readonly listener: FeedListener;
  lastSeq: number;
}

/**
 * One task for all who follow it. Events come from the process itself while it works on the task, else from the log;
 * whichever it is, each follower gets every one once and in order.
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
      for (const delta of this.#parts.soFar()) listener.send(this.#deltaFrame(delta));
      await aborted(over);
    } finally {
      this.#live.delete(follower);
      this.#followers -= 1;
      if (this.#followers === 0) this.stop();
    }
  }

  /** An event that this process has just put into the log. */
  offer(event: TaskEvent): void {
    this.#lastSeq ??= event.seq - 1;
    if (this.#take(event)) this.#watching?.abort();
    // Events between were written before by somebody else, and not seen yet.
    else if (event.seq > this.#lastSeq + 1) this.#watch();
    // From here on another process may go on with it.
    if (event.type === "run.end") this.#watch();
  }

  tellDelta(delta: LiveDelta): void {
    if (this.#live.size === 0) return;
    const frame = this.#deltaFrame(delta);
    for (const { listener } of this.#live) listener.send(frame);
  }

  /** Looks into the log where nobody tells what is new. */
  ensureFed(): void {
    if (this.#lastSeq !== undefined && !this.#parts.isOurs()) this.#watch();
  }

  stop(): void {
    this.#watching?.abort();
    this.#ended.abort();
    this.#parts.onIdle();
  }

  /** Ends in the very moment in which the follower knows all that the feed has told. */
  async #catchUp(follower: Follower, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await follower.listener.drained();
      const recent = this.#recent.after(follower.lastSeq);
      for (const { seq, frame } of recent ?? []) tell(follower, seq, frame);
      if (recent) return;
      await this.#tellLogged(follower, signal);
      if (signal.aborted) return;
      this.#lastSeq ??= this.#begin(follower.lastSeq);
      if (follower.lastSeq >= this.#lastSeq) return;
    }
  }

  /** What is in the log by now, no further ahead of the client than it reads: a long one is never held as a whole. */
  async #tellLogged(follower: Follower, signal: AbortSignal): Promise<void> {
    const { tasks, taskId } = this.#parts;
    const { events: last, status } = await tasks.summarize(taskId);
    // Says what is wrong with it.
    if (status === "damaged") await tasks.read(taskId);
    if (last <= follower.lastSeq) return;
    for await (const event of tasks.watch(taskId, follower.lastSeq, signal)) {
      await follower.listener.drained();
      if (signal.aborted) return;
      tell(follower, event.seq, this.#frameOf(event));
      if (event.seq >= last) return;
    }
  }

  /** From here on it is known what is new. */
  #begin(lastSeq: number): number {
    this.#recent.begin(lastSeq);
    this.#lastSeq = lastSeq;
    if (!this.#parts.isOurs()) this.#watch();
    return lastSeq;
  }

  /** False for one that is not the next. */
  #take(event: TaskEvent): boolean {
    if (event.seq !== (this.#lastSeq ?? 0) + 1) return false;
    this.#lastSeq = event.seq;
    const frame = this.#frameOf(event);
    this.#recent.add(event.seq, frame);
    for (const follower of this.#live) tell(follower, event.seq, frame);
    return true;
  }

  #watch(): void {
    if (this.#watching && !this.#watching.signal.aborted) return;
    const watching = new AbortController();
    this.#watching = watching;
    void this.#followLog(watching.signal).catch(() => {
      // A damaged log tells nothing more; who asks for it again learns why.
      if (!watching.signal.aborted) this.#ended.abort();
    });
  }

  async #followLog(signal: AbortSignal): Promise<void> {
    const { tasks, taskId } = this.#parts;
    for await (const event of tasks.watch(taskId, this.#lastSeq ?? 0, signal)) this.#take(event);
    // It ended by itself: the task was deleted.
    if (!signal.aborted) this.#ended.abort();
  }

  #deltaFrame(delta: LiveDelta): Buffer {
    return Buffer.from(JSON.stringify({ type: "delta", taskId: this.#parts.taskId, delta }));
  }

  #frameOf(event: TaskEvent): Buffer {
    return Buffer.from(JSON.stringify({ type: "event", taskId: this.#parts.taskId, event }));
  }
}

function tell(follower: Follower, seq: number, frame: Buffer): void {
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
