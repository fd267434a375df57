import type { Clock } from "@roo-code/types";

/** Calls `onExpire` once, when it was left untouched for too long. Touching costs next to nothing. */
export class Watchdog {
  readonly #clock: Clock;
  readonly #limitMs: number;
  readonly #stopped = new AbortController();
  #touchedAt: number;

  constructor(clock: Clock, limitMs: number, onExpire: () => void) {
    this.#clock = clock;
    this.#limitMs = limitMs;
    this.#touchedAt = clock.monotonic();
    void this.#watch(onExpire);
  }

  touch(): void {
    this.#touchedAt = this.#clock.monotonic();
  }

  /** May be called twice. */
  stop(): void {
    // With a reason of its own: without one, an exception with its stack is made for every request.
    this.#stopped.abort("stopped");
  }

  async #watch(onExpire: () => void): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      const leftMs = this.#touchedAt + this.#limitMs - this.#clock.monotonic();
      if (leftMs <= 0) return onExpire();
      await this.#clock.sleep(leftMs, this.#stopped.signal);
    }
  }
}
