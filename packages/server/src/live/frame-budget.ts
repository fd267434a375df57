/** How many frames a client may send: some at once, and so many each second. */
const [atOnce, perSecond] = [400, 100];

/** Fills up again with time. */
export class FrameBudget {
  readonly #now: () => number;
  #left = atOnce;
  #filledAt: number;

  constructor(now: () => number) {
    this.#now = now;
    this.#filledAt = now();
  }

  /** False when there were too many. */
  spend(): boolean {
    const now = this.#now();
    this.#left = Math.min(atOnce, this.#left + ((now - this.#filledAt) / 1000) * perSecond);
    this.#filledAt = now;
    this.#left -= 1;
    return this.#left >= 0;
  }
}
