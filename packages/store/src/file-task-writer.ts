import type { AppendReceipt, Clock, EventDraft, RooError, TaskEvent, TaskId, TaskWriter } from "@roo-code/types";
import type { AppendFile } from "./append-file.ts";
import type { Fence } from "./fence.ts";
import { isDiskFull, taskClosed, taskLost, writeFailed } from "./log-errors.ts";

interface PendingAppend {
  readonly firstSeq: number;
  readonly lines: string;
  resolve(): void;
  reject(error: RooError): void;
}

/**
 * Writes one task's log. While one group of appends is on its way to the disk, later ones gather and follow as the
 * next group: one write and one sync for all of them.
 */
export class FileTaskWriter implements TaskWriter {
  readonly taskId: TaskId;
  readonly #file: AppendFile;
  readonly #fence: Pick<Fence, "isOvertaken" | "release">;
  readonly #clock: Clock;
  #history: TaskEvent[];
  #nextSeq: number;
  #waiting: PendingAppend[] = [];
  #isSyncing = false;
  /** Why nothing more is written. */
  #refusal: RooError | undefined;
  #lastAppend: Promise<void> = Promise.resolve();
  #closing: Promise<void> | undefined;

  constructor(parts: {
    taskId: TaskId;
    file: AppendFile;
    fence: Pick<Fence, "isOvertaken" | "release">;
    clock: Clock;
    history: TaskEvent[];
  }) {
    this.taskId = parts.taskId;
    this.#file = parts.file;
    this.#fence = parts.fence;
    this.#clock = parts.clock;
    this.#history = parts.history;
    this.#nextSeq = parts.history.length + 1;
  }

  takeHistory(): TaskEvent[] {
    const history = this.#history;
    this.#history = [];
    return history;
  }

  append(drafts: readonly EventDraft[]): AppendReceipt {
    const firstSeq = this.#nextSeq;
    const at = new Date(this.#clock.now()).toISOString();
    const events = drafts.map((draft, index) => stamp(draft, firstSeq + index, at));
    const lines = events.map((event) => `${JSON.stringify(event)}\n`).join("");

    const { promise: durable, resolve, reject } = Promise.withResolvers<void>();
    // Who does not wait for the disk must not be ended by its failure.
    durable.catch(() => {});
    if (this.#refusal) {
      reject(this.#refusal);
      return { events, durable };
    }
    this.#nextSeq += events.length;
    this.#lastAppend = durable;
    this.#waiting.push({ firstSeq, lines, resolve, reject });
    if (!this.#isSyncing) this.#writeGroup();
    return { events, durable };
  }

  close(): Promise<void> {
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  async #finish(): Promise<void> {
    this.#refusal ??= taskClosed(this.taskId);
    await this.#lastAppend.catch(() => {});
    try {
      this.#file.close();
    } finally {
      this.#fence.release();
    }
  }

  #writeGroup(): void {
    const group = this.#waiting;
    if (group.length === 0) return;
    this.#waiting = [];
    try {
      if (this.#fence.isOvertaken()) return this.#stop(group, taskLost(this.taskId));
      this.#file.append(Buffer.from(group.map(({ lines }) => lines).join("")));
    } catch (error) {
      return this.#failWrite(group, error);
    }
    this.#isSyncing = true;
    this.#file.sync((error) => this.#endSync(group, error));
  }

  #endSync(group: readonly PendingAppend[], error: Error | null): void {
    this.#isSyncing = false;
    // What the system could not bring to the disk it may forget, so nothing after it can be trusted either.
    if (error) return this.#stop(group, writeFailed(this.taskId, error));
    // Overtaken meanwhile: whoever took over may have read the log before our write, and goes on without it.
    if (this.#fence.isOvertaken()) return this.#stop(group, taskLost(this.taskId));
    for (const append of group) append.resolve();
    this.#writeGroup();
  }

  /** Nothing of the group is in the file. When the disk was full, the numbers are given out again once it is not. */
  #failWrite(group: readonly PendingAppend[], error: unknown): void {
    const failure = writeFailed(this.taskId, error);
    if (!isDiskFull(error)) return this.#stop(group, failure);
    this.#nextSeq = group[0]?.firstSeq ?? this.#nextSeq;
    for (const append of group) append.reject(failure);
  }

  #stop(group: readonly PendingAppend[], failure: RooError): void {
    this.#refusal = failure;
    for (const append of [...group, ...this.#waiting.splice(0)]) append.reject(failure);
  }
}

/** `seq`, `at` and `type` first in the line, and never those of an event that is passed on as a draft. */
function stamp(draft: EventDraft, seq: number, at: string): TaskEvent {
  return Object.assign({ seq, at, type: draft.type }, draft, { seq, at });
}
