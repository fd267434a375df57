import type { RooEvent } from "@roo-code/ipc";

/** Roo Code's protocol tells a growing message whole each time: told with every delta it would grow with its square. */
const pauseMs = 50;

export interface TracedEvent {
  readonly event: RooEvent;
  /** The trace that its task is part of. */
  readonly traceparent: string | undefined;
}

/** Holds back what a newer update of the same message replaces; keeps the order of all others. */
export class PartialThrottle {
  readonly #tell: (traced: TracedEvent) => void;
  readonly #held = new Map<string, TracedEvent>();
  #timer: NodeJS.Timeout | undefined;

  constructor(tell: (traced: TracedEvent) => void) {
    this.#tell = tell;
  }

  push(traced: TracedEvent): void {
    const key = keyOf(traced.event);
    if (key !== undefined && isPartialUpdate(traced.event)) {
      this.#held.set(key, traced);
      this.#timer ??= setTimeout(() => this.flush(), pauseMs);
      return;
    }
    if (key !== undefined) this.#held.delete(key);
    this.flush();
    this.#tell(traced);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const held = [...this.#held.values()];
    this.#held.clear();
    for (const traced of held) this.#tell(traced);
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
