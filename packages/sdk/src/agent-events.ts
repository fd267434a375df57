import type { LiveDelta, TaskEvent } from "@roo-code/types";

/** An event of a task's log, or a live delta (`live: true`), and the task it comes from. */
export type AgentEvent = (TaskEvent | LiveDelta) & {
  readonly from: {
    readonly taskId: string;
    /** `root`, or the name of a subtask: `child-1`, `child-1.2`. */
    readonly agent: string;
  };
};

/** A reader that is slower than the model loses live deltas beyond this many, never events of the log. */
const maxQueued = 10_000;

/** The events of an agent or a workflow runner, for any number of readers. */
export class EventFeed {
  readonly #queues = new Set<EventQueue>();
  #active = 0;

  /** Ends when no run is left. */
  read(): AsyncIterableIterator<AgentEvent> {
    const queue = new EventQueue(() => this.#queues.delete(queue));
    this.#queues.add(queue);
    return queue;
  }

  push(event: AgentEvent): void {
    for (const queue of this.#queues) queue.push(event);
  }

  /** Counts a run. */
  async during<Value>(run: () => Promise<Value>): Promise<Value> {
    this.#active += 1;
    try {
      return await run();
    } finally {
      this.#active -= 1;
      if (this.#active === 0) for (const queue of this.#queues) queue.end();
    }
  }
}

/** Events for one reader, in order, until it ends or the reader stops. */
class EventQueue implements AsyncIterableIterator<AgentEvent> {
  readonly #onClose: () => void;
  #events: AgentEvent[] = [];
  #waiting: ((result: IteratorResult<AgentEvent>) => void)[] = [];
  #hasEnded = false;

  constructor(onClose: () => void) {
    this.#onClose = onClose;
  }

  push(event: AgentEvent): void {
    const next = this.#waiting.shift();
    if (next) next({ value: event, done: false });
    else if (!("live" in event) || this.#events.length < maxQueued) this.#events.push(event);
  }

  /** What is queued can still be read. */
  end(): void {
    this.#hasEnded = true;
    this.#onClose();
    for (const resolve of this.#waiting.splice(0)) resolve(ended);
  }

  async next(): Promise<IteratorResult<AgentEvent>> {
    const event = this.#events.shift();
    if (event) return { value: event, done: false };
    if (this.#hasEnded) return ended;
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  async return(): Promise<IteratorResult<AgentEvent>> {
    this.#events = [];
    this.end();
    return ended;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

const ended = { value: undefined, done: true } as const;
