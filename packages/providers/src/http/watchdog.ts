import type { Clock } from "@roo-code/types";

export interface WatchdogLimits {
  /** How long it may be left untouched. */
  readonly idleMs: number;
  /** How long it may be needed at all. */
  readonly wholeMs?: number;
}

/** Calls `onExpire` once, when it was left untouched for too long or is too old. Touching costs next to nothing. */
export class Watchdog {
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #wholeMs: number;
  /** The longest it sleeps: a shorter limit that comes later is never noticed late. */
  readonly #napMs: number;
  readonly #stopped = new AbortController();
  #idleMs: number;
  #touchedAt: number;

  /** `later` are limits that `enter` will be called with. */
  constructor(
    clock: Clock,
    { idleMs, wholeMs = Number.POSITIVE_INFINITY }: WatchdogLimits,
    onExpire: (isIdle: boolean) => void,
    later: readonly number[] = [],
  ) {
    this.#clock = clock;
    this.#idleMs = idleMs;
    this.#wholeMs = wholeMs;
    this.#napMs = Math.min(idleMs, ...later);
    this.#startedAt = clock.monotonic();
    this.#touchedAt = this.#startedAt;
    void this.#watch(onExpire);
  }

  touch(): void {
    this.#touchedAt = this.#clock.monotonic();
  }

  /** Another part of the work, with a patience of its own. */
  enter(idleMs: number): void {
    this.#idleMs = idleMs;
    this.touch();
  }

  /** May be called twice. */
  stop(): void {
    // With a reason of its own: without one, an exception with its stack is made for every request.
    this.#stopped.abort("stopped");
  }

  async #watch(onExpire: (isIdle: boolean) => void): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      const now = this.#clock.monotonic();
      const idleLeft = this.#touchedAt + this.#idleMs - now;
      const wholeLeft = this.#startedAt + this.#wholeMs - now;
      if (idleLeft <= 0 || wholeLeft <= 0) return onExpire(idleLeft <= 0);
      await this.#clock.sleep(Math.min(idleLeft, wholeLeft, this.#napMs), this.#stopped.signal);
    }
  }
}
