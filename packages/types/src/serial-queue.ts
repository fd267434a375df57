/** Runs work one at a time, in the order it was added. Work that fails does not stop what was added after it. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Settles as the work does. Work that adds to its own queue and waits for that never ends. */
  run<Value>(work: () => Value | Promise<Value>): Promise<Value> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Resolves once everything added so far has settled. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
