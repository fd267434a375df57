import type { EventDraft, RunStatus, TaskEvent } from "./event.ts";
import type { TaskId } from "./ids.ts";

/** Version of the log's format, written into every `task.start`. Logs of every version can always be loaded. */
export const logFormat = 1;

/** Where tasks are stored: one append-only log each. A log without a complete event is not a task. */
export interface EventLog {
  /** A new, empty log, held by this process. Throws `RooError` `task_exists`, `disk_full`, `log_write_failed`. */
  create(taskId: TaskId): Promise<TaskWriter>;
  /**
   * Opens an existing log for writing. A torn tail is dropped and reported in a `notice.added`.
   * Throws `RooError` `task_not_found`, `task_busy` (another process holds it), `task_damaged`, `disk_full`, `log_write_failed`.
   */
  open(taskId: TaskId): Promise<TaskWriter>;
  /** Every complete event, or those of a range. Throws `task_not_found`, or `task_damaged` if that part is damaged. */
  read(taskId: TaskId, range?: EventRange): Promise<TaskEvent[]>;
  /**
   * Events after `afterSeq`, including future ones, until the signal aborts or the task is deleted. Any process may
   * watch; it may see an event just before it is durable. Throws `task_not_found`, `task_damaged`.
   */
  watch(taskId: TaskId, afterSeq: number, signal: AbortSignal): AsyncIterable<TaskEvent>;
  /** Newest first, by creation. Reads only the ends of each log; a damaged one is listed as such. */
  list(): Promise<TaskSummary[]>;
  /** One of these. Throws `task_not_found`. */
  summarize(taskId: TaskId): Promise<TaskSummary>;
  /** Throws `task_not_found`, `task_busy`. */
  delete(taskId: TaskId): Promise<void>;
}

/** Which events to read. Only the needed part of the log is read. */
export interface EventRange {
  readonly afterSeq?: number | undefined;
  readonly beforeSeq?: number | undefined;
  /** Maximum number: the first ones after `afterSeq`, or the newest without it. */
  readonly limit?: number | undefined;
}

export interface TaskWriter {
  readonly taskId: TaskId;
  /** What the log held when it was opened. Returned once, so that memory can be freed after folding. */
  takeHistory(): TaskEvent[];
  /**
   * Numbers and stamps the events now, in call order; `durable` resolves when they are on disk.
   * Rejects with `RooError` `disk_full` (later appends may succeed), `log_write_failed`, or `task_lost` when another
   * process took over the task meanwhile; after the last two nothing more is written.
   * `canWait`: nothing depends on them yet, so they may become durable together with later ones, within milliseconds.
   */
  append(drafts: readonly EventDraft[], options?: { readonly canWait?: boolean }): AppendReceipt;
  /** Makes durable now what was appended with `canWait`. */
  flush(): void;
  /** Waits for pending appends, then releases the task. May be called twice. */
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
  /** The parent task, and its name there. */
  readonly parent?: { readonly taskId: TaskId; readonly agent: string };
}
