import type { Clock, OpenCall } from "@roo-code/types";

/** Lets calls sleep until a person's answer has been recorded, and knows how long each of them did. */
export class Answers {
  readonly #clock: Clock;
  readonly #waitedMs = new WeakMap<OpenCall, number>();
  #waiting: (() => void)[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  /** Resolves to the first defined value of `look`, asked now and after every answer. Rejects when aborted. */
  async until<Value>(open: OpenCall, look: () => Value | undefined, signal: AbortSignal): Promise<Value> {
    const askedAt = this.#clock.monotonic();
    try {
      return await this.#found(look, signal);
    } finally {
      this.#waitedMs.set(open, this.waitedMs(open) + this.#clock.monotonic() - askedAt);
    }
  }

  /** No part of what the call itself took. */
  waitedMs(open: OpenCall): number {
    return this.#waitedMs.get(open) ?? 0;
  }

  async #found<Value>(look: () => Value | undefined, signal: AbortSignal): Promise<Value> {
    for (;;) {
      signal.throwIfAborted();
      const value = look();
      if (value !== undefined) return value;
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
    }
  }
}
