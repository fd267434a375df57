import {
  type Clock,
  type EventLog,
  type EventRange,
  reduceTask,
  type TaskEvent,
  type TaskId,
  type TaskStatus,
  type TaskSummary,
  type TaskWriter,
} from "@roo-code/types";
import { thisProcess } from "../holder.ts";
import { taskBusy, taskExists, taskNotFound } from "../log-errors.ts";
import { taskTitle } from "../task-title.ts";
import { MemoryTask, MemoryTaskWriter } from "./memory-task.ts";

/** An event log in memory, with the full contract of the port except durability: its tasks end with the process. */
export class MemoryEventLog implements EventLog {
  readonly #clock: Clock;
  readonly #tasks = new Map<TaskId, MemoryTask>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async create(taskId: TaskId): Promise<TaskWriter> {
    const existing = this.#tasks.get(taskId);
    if (existing && (existing.isHeld || existing.lines.length > 0)) throw taskExists(taskId);
    const task = new MemoryTask();
    this.#tasks.set(taskId, task);
    return new MemoryTaskWriter(taskId, task, this.#clock);
  }

  async open(taskId: TaskId): Promise<TaskWriter> {
    if (this.#tasks.get(taskId)?.isHeld) throw taskBusy(taskId, thisProcess());
    return new MemoryTaskWriter(taskId, this.#find(taskId), this.#clock);
  }

  async read(
    taskId: TaskId,
    { afterSeq, beforeSeq = Infinity, limit = Infinity }: EventRange = {},
  ): Promise<TaskEvent[]> {
    const events = this.#find(taskId).events(afterSeq, beforeSeq - 1);
    return afterSeq === undefined ? events.slice(Math.max(0, events.length - limit)) : events.slice(0, limit);
  }

  watch(taskId: TaskId, afterSeq: number, signal: AbortSignal): AsyncIterable<TaskEvent> {
    const stopped = new AbortController();
    const events = this.#follow(taskId, afterSeq, AbortSignal.any([signal, stopped.signal]));
    return {
      [Symbol.asyncIterator]: () => ({
        next: () => events.next(),
        return: () => {
          stopped.abort();
          return events.return(undefined);
        },
      }),
    };
  }

  async list(): Promise<TaskSummary[]> {
    return [...this.#tasks]
      .filter(([, task]) => task.lines.length > 0)
      .map(([taskId, task]) => summarize(taskId, task))
      .sort(newestFirst);
  }

  async summarize(taskId: TaskId): Promise<TaskSummary> {
    return summarize(taskId, this.#find(taskId));
  }

  async delete(taskId: TaskId): Promise<void> {
    if (this.#tasks.get(taskId)?.isHeld) throw taskBusy(taskId, thisProcess());
    this.#find(taskId).delete();
    this.#tasks.delete(taskId);
  }

  /** A task without events does not exist yet. */
  #find(taskId: TaskId): MemoryTask {
    const task = this.#tasks.get(taskId);
    if (!task || task.lines.length === 0) throw taskNotFound(taskId);
    return task;
  }

  async *#follow(taskId: TaskId, afterSeq: number, signal: AbortSignal): AsyncGenerator<TaskEvent, undefined> {
    const task = this.#tasks.get(taskId);
    if (!task) throw taskNotFound(taskId);
    let lastSeq = afterSeq;
    while (!signal.aborted) {
      const [event] = task.events(lastSeq, lastSeq + 1);
      if (event) {
        lastSeq = event.seq;
        yield event;
      } else {
        if (task.isDeleted) return;
        await task.changed(signal);
      }
    }
  }
}

function summarize(taskId: TaskId, task: MemoryTask): TaskSummary {
  const events = task.events();
  const start = events.find((event) => event.type === "task.start");
  const message = events.find((event) => event.type === "message.added")?.message;
  return {
    taskId,
    status: statusOf(events, task.isHeld),
    title: message ? taskTitle(message) : "",
    cwd: start?.environment.cwd ?? "",
    mode: start?.mode ?? "",
    createdAt: events[0]?.at ?? "",
    updatedAt: events.at(-1)?.at ?? "",
    events: events.length,
    parent: start?.parent && { taskId: start.parent.taskId, agent: start.parent.agent },
  };
}

function statusOf(events: readonly TaskEvent[], isHeld: boolean): TaskStatus {
  const { run, outcome } = reduceTask(events);
  if (!run && outcome) return outcome.status;
  return isHeld ? "running" : "interrupted";
}

function newestFirst(left: TaskSummary, right: TaskSummary): number {
  if (left.createdAt !== right.createdAt) return left.createdAt < right.createdAt ? 1 : -1;
  return left.taskId < right.taskId ? 1 : -1;
}
