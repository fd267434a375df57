/** What a server has opened, let go of in the opposite order. (Node 22 has no AsyncDisposableStack.) */
export class Opened {
  readonly #steps: (() => void | Promise<void>)[] = [];
  #closing: Promise<void> | undefined;

  /** Carried out when it ends, before everything that was opened earlier. */
  defer(step: () => void | Promise<void>): void {
    this.#steps.push(step);
  }

  /** May be called twice. A step that fails keeps none of the others from being taken. */
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
    if (failures.length > 0) throw new AggregateError(failures, "the server did not end well");
  }
}
