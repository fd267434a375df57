/** Runs cleanup steps in reverse order. (Node 22 has no AsyncDisposableStack.) */
export class CleanupStack {
  readonly #steps: (() => void | Promise<void>)[] = [];
  #closing: Promise<void> | undefined;

  /** Runs on close, before every step added earlier. */
  defer(step: () => void | Promise<void>): void {
    this.#steps.push(step);
  }

  /** May be called twice. A failing step does not stop the others. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    const failures: unknown[] = [];
    for (const step of this.#steps.toReversed())
      try {
        await step();
      } catch (error) {
        failures.push(error);
      }
    if (failures.length > 0) throw new AggregateError(failures, "not everything could be closed");
  }
}
