import type { Clock } from "@roo-code/types";

export interface WatchdogLimits {
  /** The maximum time without a touch. */
  readonly idleMs: number;
  /** The maximum time in total. */
  readonly totalMs?: number;
}

/** Calls `onExpire` once, when it was not touched for too long or the total time is over. Touching is cheap. */
export class Watchdog {
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #totalMs: number;
  /** The maximum sleep, so that a shorter limit of a later phase is not noticed late. */
  readonly #maxSleepMs: number;
  readonly #stopped = new AbortController();
  #idleMs: number;
  #touchedAt: number;

  /** `laterLimits` are those that `enter` will be called with. */
  constructor(
    clock: Clock,
    { idleMs, totalMs = Number.POSITIVE_INFINITY }: WatchdogLimits,
    onExpire: (isIdle: boolean) => void,
    laterLimits: readonly number[] = [],
  ) {
    this.#clock = clock;
    this.#idleMs = idleMs;
    this.#totalMs = totalMs;
    this.#maxSleepMs = Math.min(idleMs, ...laterLimits);
    this.#startedAt = clock.monotonic();
    this.#touchedAt = this.#startedAt;
    void this.#watch(onExpire);
  }

  touch(): void {
    this.#touchedAt = this.#clock.monotonic();
  }

  /** Starts another phase, with its own limit. */
  enter(idleMs: number): void {
    this.#idleMs = idleMs;
    this.touch();
  }

  /** May be called twice. */
  stop(): void {
    // With a reason: without one, an exception with a stack trace is created for every request.
    this.#stopped.abort("stopped");
  }

  async #watch(onExpire: (isIdle: boolean) => void): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      const now = this.#clock.monotonic();
      const idleLeft = this.#touchedAt + this.#idleMs - now;
      const totalLeft = this.#startedAt + this.#totalMs - now;
      if (idleLeft <= 0 || totalLeft <= 0) return onExpire(idleLeft <= 0);
      await this.#clock.sleep(Math.min(idleLeft, totalLeft, this.#maxSleepMs), this.#stopped.signal);
    }
  }
}
