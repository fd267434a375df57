/** Runs work one at a time, in the order it was added. Work that fails does not stop what was added after it. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Settles as the work does. Work that adds to its own queue and awaits that deadlocks. */
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

/** A queue per key; empty queues are removed. */
export class KeyedSerialQueue<Key> {
  readonly #queues = new Map<Key, { readonly queue: SerialQueue; waiting: number }>();

  run<Value>(key: Key, work: () => Promise<Value>): Promise<Value> {
    const entry = this.#queues.get(key) ?? { queue: new SerialQueue(), waiting: 0 };
    this.#queues.set(key, entry);
    entry.waiting += 1;
    return entry.queue.run(async () => {
      try {
        return await work();
      } finally {
        entry.waiting -= 1;
        if (entry.waiting === 0) this.#queues.delete(key);
      }
    });
  }
}
