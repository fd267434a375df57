import type { RooEvent } from "@roo-code/ipc";

/** Roo Code's protocol repeats the whole message in every update: one per delta would take quadratic space. */
const intervalMs = 50;

interface TracedEvent {
  readonly event: RooEvent;
  /** The trace its task is part of. */
  readonly traceparent: string | undefined;
}

/** Drops updates that a newer one of the same message replaces; keeps the order of all other events. */
export class PartialThrottle {
  readonly #send: (traced: TracedEvent) => void;
  readonly #delayed = new Map<string, TracedEvent>();
  #timer: NodeJS.Timeout | undefined;

  constructor(send: (traced: TracedEvent) => void) {
    this.#send = send;
  }

  push(traced: TracedEvent): void {
    const key = keyOf(traced.event);
    if (key !== undefined && isPartialUpdate(traced.event)) {
      this.#delayed.set(key, traced);
      this.#timer ??= setTimeout(() => this.flush(), intervalMs);
      return;
    }
    if (key !== undefined) this.#delayed.delete(key);
    this.flush();
    this.#send(traced);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const delayed = [...this.#delayed.values()];
    this.#delayed.clear();
    for (const traced of delayed) this.#send(traced);
  }
}

function keyOf(event: RooEvent): string | undefined {
  if (event.eventName !== "message") return undefined;
  const [{ taskId, message }] = event.payload;
  return `${taskId} ${message.ts}`;
}

function isPartialUpdate(event: RooEvent): boolean {
  if (event.eventName !== "message") return false;
  const [{ action, message }] = event.payload;
  return action === "updated" && message.partial === true;
}
