import type { AppendReceipt, Clock, EventDraft, TaskEvent, TaskId, TaskWriter } from "@roo-code/types";
import { taskClosed } from "../log-errors.ts";

/** One task's log. Stored as lines, so that readers share no objects with it. */
export class MemoryTask {
  readonly lines: string[] = [];
  isHeld = false;
  isDeleted = false;
  readonly #waiters = new Set<() => void>();

  /** Events after `afterSeq` up to `upToSeq`. */
  events(afterSeq = 0, upToSeq = this.lines.length): TaskEvent[] {
    return this.lines.slice(afterSeq, upToSeq).map((line) => JSON.parse(line));
  }

  append(events: readonly TaskEvent[]): void {
    this.lines.push(...events.map((event) => JSON.stringify(event)));
    this.#wakeAll();
  }

  delete(): void {
    this.isDeleted = true;
    this.#wakeAll();
  }

  /** Resolves at the next change, or when the signal aborts. */
  async changed(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const wake = () => resolve();
    this.#waiters.add(wake);
    signal.addEventListener("abort", wake);
    await promise;
    this.#waiters.delete(wake);
    signal.removeEventListener("abort", wake);
  }

  #wakeAll(): void {
    for (const wake of this.#waiters) wake();
  }
}

export class MemoryTaskWriter implements TaskWriter {
  readonly taskId: TaskId;
  readonly #task: MemoryTask;
  readonly #clock: Clock;
  #history: TaskEvent[];
  #isClosed = false;

  constructor(taskId: TaskId, task: MemoryTask, clock: Clock) {
    this.taskId = taskId;
    this.#task = task;
    this.#clock = clock;
    this.#history = task.events();
    task.isHeld = true;
  }

  takeHistory(): TaskEvent[] {
    const history = this.#history;
    this.#history = [];
    return history;
  }

  append(drafts: readonly EventDraft[]): AppendReceipt {
    const at = new Date(this.#clock.now()).toISOString();
    const firstSeq = this.#task.lines.length + 1;
    const events = drafts.map((draft, index): TaskEvent => {
      const stamp = { seq: firstSeq + index, at };
      return Object.assign({ ...stamp, type: draft.type }, draft, stamp);
    });
    if (this.#isClosed) return { events, durable: refused(this.taskId) };
    this.#task.append(events);
    return { events, durable: Promise.resolve() };
  }

  /** Everything is as durable as it gets. */
  flush(): void {}

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#task.isHeld = false;
  }
}

function refused(taskId: TaskId): Promise<void> {
  const durable = Promise.reject(taskClosed(taskId));
  // A caller that does not await it must not cause an unhandled rejection.
  durable.catch(() => {});
  return durable;
}
