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

export interface InboxParts {
  readonly record: TaskRecord;
  readonly clock: Clock;
  /** Aborted when a run is asked to stop. */
  readonly stop: AbortController;
  /** Records the task's first event if it has none yet. */
  readonly ensureStarted: () => void;
}

/** Where ops become events, and where calls wait for a person's answer. */
export class Inbox {
  readonly #parts: InboxParts;
  /** Events of earlier processes end here. */
  readonly #openedAt: number;
  readonly #waitedMs = new WeakMap<OpenCall, number>();
  #waiting: (() => void)[] = [];

  constructor(parts: InboxParts) {
    this.#parts = parts;
    this.#openedAt = parts.record.state.lastSeq;
  }

  /** Resolves when the op is on disk. The same op again changes nothing; one that fits nothing is refused. */
  async submit(op: Op): Promise<void> {
    const { record, ensureStarted } = this.#parts;
    if (record.state.opIds.has(op.opId)) return record.commit();
    if (op.type === "run.abort") return this.#abort(op);
    const draft = eventOf(op, record.state);
    ensureStarted();
    await record.commit(draft);
    this.#wake();
  }

  /** Resolves to the first defined value of `look`, asked now and after every op. Rejects when aborted. */
  async until<Value>(open: OpenCall, look: () => Value | undefined, signal: AbortSignal): Promise<Value> {
    const { clock } = this.#parts;
    const askedAt = clock.monotonic();
    try {
      return await this.#found(look, signal);
    } finally {
      this.#waitedMs.set(open, this.waitedMs(open) + clock.monotonic() - askedAt);
    }
  }

  /** How long a call waited for answers, which is no part of what it took itself. */
  waitedMs(open: OpenCall): number {
    return this.#waitedMs.get(open) ?? 0;
  }

  /** Stops the run at once, even where the disk refuses the event. */
  async #abort(op: Extract<Op, { type: "run.abort" }>): Promise<void> {
    const { record, stop, ensureStarted } = this.#parts;
    const { run, outcome } = record.state;
    const isOver = !run && outcome !== undefined && outcome.seq > this.#openedAt;
    // A second request adds nothing, and nothing may follow the end of a run.
    if (isOver || stop.signal.aborted) return;
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

  async #found<Value>(look: () => Value | undefined, signal: AbortSignal): Promise<Value> {
    const wake = () => this.#wake();
    signal.addEventListener("abort", wake);
    try {
      for (;;) {
        signal.throwIfAborted();
        const value = look();
        if (value !== undefined) return value;
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
      }
    } finally {
      signal.removeEventListener("abort", wake);
    }
  }
}

/** Throws `RooError` `not_pending` for an answer that nobody waits for. */
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
      return { type: "abort.requested", opId: op.opId, ...(op.reason && { reason: op.reason }) };
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
