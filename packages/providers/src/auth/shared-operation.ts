interface Run<Value> {
  readonly value: Promise<Value>;
  readonly controller: AbortController;
  callers: number;
}

/** An operation shared by all concurrent callers. It is aborted when the last caller stops waiting, and never runs twice at once. */
export class SharedOperation<Value> {
  readonly #operation: (signal: AbortSignal) => Promise<Value>;
  #run: Run<Value> | undefined;
  /** Settles when no run is in progress. */
  #idle: Promise<unknown> = Promise.resolve();

  constructor(operation: (signal: AbortSignal) => Promise<Value>) {
    this.#operation = operation;
  }

  /** Rejects with the signal's reason as soon as it aborts. */
  async wait(signal: AbortSignal): Promise<Value> {
    signal.throwIfAborted();
    const run = this.#join();
    run.callers += 1;
    const aborted = Promise.withResolvers<never>();
    const abort = () => aborted.reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    try {
      return await Promise.race([run.value, aborted.promise]);
    } finally {
      signal.removeEventListener("abort", abort);
      run.callers -= 1;
      if (run.callers === 0) this.#end(run);
    }
  }

  #join(): Run<Value> {
    if (this.#run) return this.#run;
    const controller = new AbortController();
    const value = this.#idle.then(() => this.#operation(controller.signal));
    const run: Run<Value> = { value, controller, callers: 0 };
    // Also handles the failure when no caller is waiting any more.
    this.#idle = value.catch(() => {});
    this.#run = run;
    return run;
  }

  #end(run: Run<Value>): void {
    if (this.#run === run) this.#run = undefined;
    run.controller.abort();
  }
}
