import {
  type AppendReceipt,
  type Clock,
  type EventDraft,
  RooError,
  type TaskEvent,
  type TaskId,
  type TaskWriter,
} from "@roo-code/types";
import type { MemoryTask } from "./memory-task.ts";

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
  const durable = Promise.reject(new RooError({ code: "log_write_failed", message: `${taskId} was closed.` }));
  // Who does not wait for it must not be ended by it.
  durable.catch(() => {});
  return durable;
}
