import type { EventDraft, RunStatus, TaskEvent } from "./event.ts";
import type { TaskId } from "./ids.ts";

/** Where tasks live: one append-only log each. A log without one whole event is no task. */
export interface EventLog {
  /** A new, empty log, held by this process. Throws `RooError` `task_exists`, `disk_full`, `log_write_failed`. */
  create(taskId: TaskId): Promise<TaskWriter>;
  /**
   * Takes an existing log up for writing. A torn tail is dropped and said in a `notice.added`.
   * Throws `RooError` `task_not_found`, `task_busy` (another process holds it), `task_damaged`, `disk_full`, `log_write_failed`.
   */
  open(taskId: TaskId): Promise<TaskWriter>;
  /** Every complete event, or those of a range. Throws `task_not_found`, and `task_damaged` for what it reads. */
  read(taskId: TaskId, range?: EventRange): Promise<TaskEvent[]>;
  /**
   * Events after `afterSeq`, those to come included, until the signal aborts or the task is deleted. Any process may
   * watch; it may see an event just before it is durable. Throws `task_not_found`, `task_damaged`.
   */
  watch(taskId: TaskId, afterSeq: number, signal: AbortSignal): AsyncIterable<TaskEvent>;
  /** Newest first, by creation. Reads the ends of each log only; a damaged one is listed as such and harms no other. */
  list(): Promise<TaskSummary[]>;
  /** One of these. Throws `task_not_found`. */
  summarize(taskId: TaskId): Promise<TaskSummary>;
  /** Throws `task_not_found`, `task_busy`. */
  delete(taskId: TaskId): Promise<void>;
}

/** Which events to read. No more of the log is read than that takes. */
export interface EventRange {
  readonly afterSeq?: number | undefined;
  readonly beforeSeq?: number | undefined;
  /** Where there are more: the first of them after `afterSeq`; without it, the newest. */
  readonly limit?: number | undefined;
}

export interface TaskWriter {
  readonly taskId: TaskId;
  /** What the log held when it was taken up. Handed out once, so that it can be forgotten once folded. */
  takeHistory(): TaskEvent[];
  /**
   * Numbers and stamps the events now, in call order; `durable` resolves when they are on disk.
   * Rejects with `RooError` `disk_full` (later appends may succeed), `log_write_failed`, or `task_lost` when another
   * process took the task over meanwhile; after the last two nothing more is written.
   */
  append(drafts: readonly EventDraft[]): AppendReceipt;
  /** Waits for what was appended, then lets the task go. May be called twice. */
  close(): Promise<void>;
}

export interface AppendReceipt {
  readonly events: readonly TaskEvent[];
  readonly durable: Promise<void>;
}

export type TaskStatus = RunStatus | "running" | "interrupted" | "damaged";

export interface TaskSummary {
  readonly taskId: TaskId;
  readonly status: TaskStatus;
  /** First line of the first message, 80 characters at most. */
  readonly title: string;
  readonly cwd: string;
  readonly mode: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly events: number;
  /** The task that it works for, and its name there. */
  readonly parent?: { readonly taskId: TaskId; readonly agent: string };
}
