import { setImmediate } from "node:timers/promises";

/** Lets other work of the process run in between a long loop. */
export class Pauses {
  readonly #everyMs: number;
  #last = performance.now();

  constructor(everyMs: number) {
    this.#everyMs = everyMs;
  }

  get isDue(): boolean {
    return performance.now() - this.#last > this.#everyMs;
  }

  async take(): Promise<void> {
    await setImmediate();
    this.#last = performance.now();
  }
}
