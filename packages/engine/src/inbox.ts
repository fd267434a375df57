import {
  type Clock,
  type EventDraft,
  type Op,
  type OpenCall,
  RooError,
  type TaskState,
  userMessage,
} from "@roo-code/types";
import { abortedBy } from "./stop.ts";
import type { TaskRecord } from "./task-record.ts";

interface InboxOptions {
  readonly record: TaskRecord;
  readonly clock: Clock;
  /** Aborted when the run is asked to stop. */
  readonly stop: AbortController;
  /** Records the task's first event if it has none yet. */
  readonly ensureStarted: () => void;
}

/** Turns ops into events; calls wait here for the user's answer. */
export class Inbox {
  readonly #parts: InboxOptions;
  /** The last event of earlier processes. */
  readonly #openedAt: number;
  readonly #waitedMs = new WeakMap<OpenCall, number>();
  #waiting: (() => void)[] = [];

  constructor(parts: InboxOptions) {
    this.#parts = parts;
    this.#openedAt = parts.record.state.lastSeq;
  }

  /** Resolves when the op is on disk. Repeating an op has no effect. Throws `RooError` `not_pending` for an answer without a request. */
  async submit(op: Op): Promise<void> {
    const { record, ensureStarted } = this.#parts;
    if (record.state.opIds.has(op.opId)) return record.commit();
    if (op.type === "run.abort") return this.#abort(op);
    const draft = eventOf(op, record.state);
    ensureStarted();
    await record.commit(draft);
    this.#wake();
  }

  /** Resolves to the first defined value of `read`, called now and after every op. Rejects when aborted. */
  async until<Value>(open: OpenCall, read: () => Value | undefined, signal: AbortSignal): Promise<Value> {
    const { clock } = this.#parts;
    const startedAt = clock.monotonic();
    try {
      return await this.#found(read, signal);
    } finally {
      this.#waitedMs.set(open, this.waitedMs(open) + clock.monotonic() - startedAt);
    }
  }

  /** How long a call waited for answers; not part of its own duration. */
  waitedMs(open: OpenCall): number {
    return this.#waitedMs.get(open) ?? 0;
  }

  /** Stops the run at once, even if the event cannot be written. */
  async #abort(op: Extract<Op, { type: "run.abort" }>): Promise<void> {
    const { record, stop, ensureStarted } = this.#parts;
    const { run, outcome } = record.state;
    const hasEnded = !run && outcome !== undefined && outcome.seq > this.#openedAt;
    // A second request has no effect, and nothing may follow the end of a run.
    if (hasEnded || stop.signal.aborted) return;
    try {
      ensureStarted();
      record.append(eventOf(op, record.state));
    } finally {
      stop.abort(abortedBy(op.reason));
    }
    await record.commit();
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  async #found<Value>(read: () => Value | undefined, signal: AbortSignal): Promise<Value> {
    const wake = () => this.#wake();
    signal.addEventListener("abort", wake);
    try {
      for (;;) {
        signal.throwIfAborted();
        const value = read();
        if (value !== undefined) return value;
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
      }
    } finally {
      signal.removeEventListener("abort", wake);
    }
  }
}

/** Throws `RooError` `not_pending` for an answer without a request. */
function eventOf(op: Op, { openCalls }: TaskState): EventDraft {
  switch (op.type) {
    case "message.send": {
      const { opId, text, images, attachment, seen } = op;
      return { type: "message.added", opId, message: userMessage(text, images, attachment), seen };
    }
    case "approval.answer": {
      const { opId, callId, decision, feedback } = op;
      requirePending(openCalls, callId, "pendingApproval");
      return { type: "approval.end", opId, callId, decision, feedback };
    }
    case "question.answer": {
      const { opId, callId, answer } = op;
      requirePending(openCalls, callId, "pendingQuestion");
      return { type: "question.end", opId, callId, answer };
    }
    case "context.condense":
      return { type: "condense.requested", opId: op.opId };
    case "run.abort":
      return { type: "abort.requested", opId: op.opId, reason: op.reason };
  }
}

function requirePending(
  calls: readonly OpenCall[],
  callId: string,
  pending: "pendingApproval" | "pendingQuestion",
): void {
  if (calls.some((open) => open.call.callId === callId && open[pending])) return;
  throw new RooError({ code: "not_pending", message: `Call ${callId} is not waiting for an answer.` });
}
