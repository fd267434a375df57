interface Run<Value> {
  readonly value: Promise<Value>;
  readonly controller: AbortController;
  waiting: number;
}

/** Work that is done once for all who wait for it at the same time, ended when the last of them leaves, never twice at once. */
export class SharedWork<Value> {
  readonly #work: (signal: AbortSignal) => Promise<Value>;
  #run: Run<Value> | undefined;
  /** Settles when nothing is under way any more. */
  #idle: Promise<unknown> = Promise.resolve();

  constructor(work: (signal: AbortSignal) => Promise<Value>) {
    this.#work = work;
  }

  /** Rejects with the signal's reason as soon as it aborts. */
  async wait(signal: AbortSignal): Promise<Value> {
    signal.throwIfAborted();
    const run = this.#join();
    run.waiting += 1;
    const left = Promise.withResolvers<never>();
    const leave = () => left.reject(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
    try {
      return await Promise.race([run.value, left.promise]);
    } finally {
      signal.removeEventListener("abort", leave);
      run.waiting -= 1;
      if (run.waiting === 0) this.#end(run);
    }
  }

  #join(): Run<Value> {
    if (this.#run) return this.#run;
    const controller = new AbortController();
    const value = this.#idle.then(() => this.#work(controller.signal));
    const run: Run<Value> = { value, controller, waiting: 0 };
    // Also when all who waited have left: nobody else hears of its failure.
    this.#idle = value.catch(() => {});
    this.#run = run;
    return run;
  }

  #end(run: Run<Value>): void {
    if (this.#run === run) this.#run = undefined;
    run.controller.abort();
  }
}
