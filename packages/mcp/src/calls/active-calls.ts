import type { CallServices } from "@roo-code/types";

/** A call that a server is processing, with the services it may use for it. */
interface ActiveCall {
  readonly services: CallServices | undefined;
  readonly deadline: Deadline;
}

/**
 * The calls that a server is processing. Its own requests do not say which call they belong to; the oldest one is
 * assumed, because most servers process one call after the other.
 */
export class ActiveCalls {
  readonly #calls = new Set<ActiveCall>();

  begin(call: ActiveCall): () => void {
    this.#calls.add(call);
    return () => {
      call.deadline.end();
      this.#calls.delete(call);
    };
  }

  /** undefined when no call is active. */
  oldest(): ActiveCall | undefined {
    return this.#calls.values().next().value;
  }
}

/** A time limit that is paused while a user is asked, and restarts on progress. */
export class Deadline {
  readonly #ms: number;
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #pauses = 0;

  constructor(ms: number) {
    this.#ms = ms;
    this.renew();
  }

  /** Aborted when the time is up. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  renew(): void {
    clearTimeout(this.#timer);
    if (this.#pauses === 0) this.#timer = setTimeout(() => this.#controller.abort(), this.#ms);
  }

  /** Pauses the limit during an operation. */
  async pauseDuring<Result>(operation: () => Promise<Result>): Promise<Result> {
    this.#pauses += 1;
    clearTimeout(this.#timer);
    try {
      return await operation();
    } finally {
      this.#pauses -= 1;
      this.renew();
    }
  }

  end(): void {
    this.#pauses = Number.POSITIVE_INFINITY;
    clearTimeout(this.#timer);
  }
}
