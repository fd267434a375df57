import type { Clock } from "@roo-code/types";

interface Sleeper {
  readonly due: number;
  wake(): void;
}

/** A clock that stands still until a test moves it. */
export class FakeClock implements Clock {
  #now: number;
  #elapsed = 0;
  #sleepers: Sleeper[] = [];
  #watchers: { count: number; notify(): void }[] = [];

  constructor(startsAt: number = Date.UTC(2030, 0, 1)) {
    this.#now = startsAt;
  }

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#elapsed;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted || ms <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
        signal?.removeEventListener("abort", wake);
        resolve();
      };
      const sleeper: Sleeper = { due: this.#elapsed + ms, wake };
      signal?.addEventListener("abort", wake);
      this.#sleepers.push(sleeper);
      this.#notifyWatchers();
    });
  }

  /** The number of pending sleeps. */
  get sleeping(): number {
    return this.#sleepers.length;
  }

  /** Resolves once at least `count` sleeps are pending: a test waits for it before it moves the time. */
  untilSleeping(count = 1): Promise<void> {
    if (this.#sleepers.length >= count) return Promise.resolve();
    return new Promise((notify) => this.#watchers.push({ count, notify }));
  }

  /** Moves the time and wakes sleepers in the order they are due, including those that sleep again meanwhile. */
  async advance(ms: number): Promise<void> {
    const end = this.#elapsed + ms;
    for (let next = this.#nextDue(end); next; next = this.#nextDue(end)) {
      this.#moveTo(next.due);
      next.wake();
      await settle();
    }
    this.#moveTo(end);
    await settle();
  }

  #nextDue(end: number): Sleeper | undefined {
    const due = this.#sleepers.filter((sleeper) => sleeper.due <= end);
    return due.reduce<Sleeper | undefined>((first, next) => (first && first.due <= next.due ? first : next), undefined);
  }

  #moveTo(elapsed: number): void {
    this.#now += elapsed - this.#elapsed;
    this.#elapsed = elapsed;
  }

  #notifyWatchers(): void {
    const reached = this.#watchers.filter(({ count }) => count <= this.#sleepers.length);
    this.#watchers = this.#watchers.filter((watcher) => !reached.includes(watcher));
    for (const watcher of reached) watcher.notify();
  }
}

/** Lets everything that a wake-up triggers run before the next one, and before the test continues. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
