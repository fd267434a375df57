/** Lets the loop sleep until somebody has recorded something. */
export class Changes {
  #waiting: (() => void)[] = [];

  wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  /** Resolves to the first defined value of `look`, asked now and after every change. Rejects when aborted. */
  async until<Value>(look: () => Value | undefined, signal: AbortSignal): Promise<Value> {
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
