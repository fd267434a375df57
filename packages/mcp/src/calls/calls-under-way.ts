import type { CallServices } from "@roo-code/types";

/** A call that a server works on, with what it may ask for on behalf of it. */
interface CallUnderWay {
  readonly services: CallServices | undefined;
  readonly deadline: Deadline;
}

/**
 * A server's own requests do not say which call they belong to. The one that it has worked on for longest is taken:
 * most servers do one thing after the other.
 */
export class CallsUnderWay {
  readonly #calls = new Set<CallUnderWay>();

  begin(call: CallUnderWay): () => void {
    this.#calls.add(call);
    return () => {
      call.deadline.end();
      this.#calls.delete(call);
    };
  }

  /** undefined when it asks without having been asked. */
  oldest(): CallUnderWay | undefined {
    return this.#calls.values().next().value;
  }
}

/** A time limit that does not run while a person is asked, and begins anew when there is news. */
export class Deadline {
  readonly #ms: number;
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #pauses = 0;

  constructor(ms: number) {
    this.#ms = ms;
    this.renew();
  }

  /** Aborted when the time is over. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  renew(): void {
    clearTimeout(this.#timer);
    if (this.#pauses === 0) this.#timer = setTimeout(() => this.#controller.abort(), this.#ms);
  }

  /** Stops the time until the work is done. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#pauses += 1;
    clearTimeout(this.#timer);
    try {
      return await work();
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
