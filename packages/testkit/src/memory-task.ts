import type { TaskEvent } from "@roo-code/types";

/** One task's log. Kept as lines, so that nobody shares an object with it. */
export class MemoryTask {
  readonly lines: string[] = [];
  isHeld = false;
  isDeleted = false;
  readonly #waiting = new Set<() => void>();

  /** Those after `afterSeq` up to `upToSeq`. */
  events(afterSeq = 0, upToSeq = this.lines.length): TaskEvent[] {
    return this.lines.slice(afterSeq, upToSeq).map((line) => JSON.parse(line));
  }

  append(events: readonly TaskEvent[]): void {
    this.lines.push(...events.map((event) => JSON.stringify(event)));
    this.#wakeAll();
  }

  delete(): void {
    this.isDeleted = true;
    this.#wakeAll();
  }

  /** Resolves at the next change, or when the signal aborts. */
  async changed(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const wake = () => resolve();
    this.#waiting.add(wake);
    signal.addEventListener("abort", wake);
    await promise;
    this.#waiting.delete(wake);
    signal.removeEventListener("abort", wake);
  }

  #wakeAll(): void {
    for (const wake of this.#waiting) wake();
  }
}
