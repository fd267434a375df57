import { closeSync, constants, fdatasync, fstatSync, ftruncateSync, openSync, writeSync } from "node:fs";
import type { AppendReceipt, Clock, EventDraft, RooError, TaskEvent, TaskId, TaskWriter } from "@roo-code/types";
import type { Fence } from "./fence.ts";
import { isDiskFull, taskClosed, taskLost, writeFailed } from "./log-errors.ts";

interface PendingAppend {
  readonly canWait: boolean;
  readonly firstSeq: number;
  readonly lines: string;
  resolve(): void;
  reject(error: RooError): void;
}

/** How long an event on which nothing depends waits for company before it is synced. */
const maxWaitMs = 5;

/**
 * Writes one task's log. Appends are written at once, so that they survive our own end, and synced in groups: while one
 * group is being synced, later appends collect and follow with one write and one sync for all of them.
 */
export class FileTaskWriter implements TaskWriter {
  readonly taskId: TaskId;
  readonly #file: AppendFile;
  readonly #fence: Pick<Fence, "isOvertaken" | "release">;
  readonly #clock: Clock;
  #history: TaskEvent[];
  #nextSeq: number;
  #waiting: PendingAppend[] = [];
  /** In the file, but not known to be on disk. */
  #written: PendingAppend[] = [];
  #isSyncing = false;
  #timer: NodeJS.Timeout | undefined;
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

  append(drafts: readonly EventDraft[], { canWait = false }: { readonly canWait?: boolean } = {}): AppendReceipt {
    const firstSeq = this.#nextSeq;
    const at = new Date(this.#clock.now()).toISOString();
    const events = drafts.map((draft, index) => stamp(draft, firstSeq + index, at));
    const lines = events.map((event) => `${JSON.stringify(event)}\n`).join("");

    const { promise: durable, resolve, reject } = Promise.withResolvers<void>();
    // A failure that no one awaits must not crash the process.
    durable.catch(() => {});
    if (this.#refusal) {
      reject(this.#refusal);
      return { events, durable };
    }
    this.#nextSeq += events.length;
    this.#lastAppend = durable;
    this.#waiting.push({ canWait, firstSeq, lines, resolve, reject });
    if (!this.#isSyncing) this.#writeGroup();
    return { events, durable };
  }

  flush(): void {
    this.#waiting = this.#waiting.map((append) => ({ ...append, canWait: false }));
    if (!this.#isSyncing) this.#sync();
  }

  close(): Promise<void> {
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  async #finish(): Promise<void> {
    this.#refusal ??= taskClosed(this.taskId);
    this.flush();
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
    this.#written.push(...group);
    if (group.some(({ canWait }) => !canWait)) this.#sync();
    else this.#timer ??= setTimeout(() => this.#isSyncing || this.#sync(), maxWaitMs);
  }

  #sync(): void {
    const group = this.#written;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (group.length === 0) return;
    this.#written = [];
    this.#isSyncing = true;
    this.#file.sync((error) => this.#endSync(group, error));
  }

  #endSync(group: readonly PendingAppend[], error: Error | null): void {
    this.#isSyncing = false;
    // The system may have dropped what it failed to sync, so nothing after it can be trusted either.
    if (error) return this.#stop(group, writeFailed(this.taskId, error));
    // The process that took over may have read the log before our write, and continues without it.
    if (this.#fence.isOvertaken()) return this.#stop(group, taskLost(this.taskId));
    for (const append of group) append.resolve();
    this.#writeGroup();
  }

  /** Nothing of the group is in the file. If the disk was full, its numbers are reused later. */
  #failWrite(group: readonly PendingAppend[], error: unknown): void {
    const failure = writeFailed(this.taskId, error);
    if (!isDiskFull(error)) return this.#stop(group, failure);
    this.#nextSeq = group[0]?.firstSeq ?? this.#nextSeq;
    for (const append of group) append.reject(failure);
  }

  #stop(group: readonly PendingAppend[], failure: RooError): void {
    this.#refusal = failure;
    clearTimeout(this.#timer);
    for (const append of [...group, ...this.#written.splice(0), ...this.#waiting.splice(0)]) append.reject(failure);
  }
}

/** Puts `seq`, `at` and `type` first in the line, and overrides those of an event that is passed as a draft. */
function stamp(draft: EventDraft, seq: number, at: string): TaskEvent {
  return Object.assign({ seq, at, type: draft.type }, draft, { seq, at });
}

/** A file that only grows, by whole writes. */
export interface AppendFile {
  /** Writes all bytes to the system's cache, or throws and leaves the file unchanged. */
  append(bytes: Uint8Array): void;
  /** Flushes what was appended to disk. Calls back once, later. */
  sync(done: (error: Error | null) => void): void;
  close(): void;
}

/** Creates the file, private to the owner, if it is missing. */
export function openAppendFile(path: string): AppendFile {
  const { O_APPEND, O_CREAT, O_WRONLY } = constants;
  const file = openSync(path, O_APPEND | O_CREAT | O_WRONLY, 0o600);
  let size = fstatSync(file).size;
  let isTorn = false;

  const truncate = () => {
    ftruncateSync(file, size);
    isTorn = false;
  };

  return {
    append(bytes) {
      // A full disk may refuse even the truncation; then it must happen before the next write.
      if (isTorn) truncate();
      try {
        writeAll(file, bytes);
        size += bytes.length;
      } catch (error) {
        isTorn = true;
        truncate();
        throw error;
      }
    },
    sync: (done) => fdatasync(file, done),
    close: () => closeSync(file),
  };
}

function writeAll(file: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) written += writeSync(file, bytes, written);
}
