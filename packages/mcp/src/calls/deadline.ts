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
