import type { Bus, BusListener } from "./bus.ts";

interface Expiring<Value> {
  readonly value: Value;
  readonly until: number;
}

/** For one process, which shares one instance. */
export class MemoryBus implements Bus {
  readonly kind = "memory";
  readonly #now: () => number;
  readonly #listeners = new Map<string, Set<BusListener>>();
  readonly #values = new Map<string, Expiring<string>>();
  readonly #sets = new Map<string, Expiring<Set<string>>>();

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  publish(channel: string, message: string): void {
    for (const listener of this.#listeners.get(channel) ?? []) queueMicrotask(() => listener(message));
  }

  async subscribe(channel: string, listener: BusListener): Promise<() => void> {
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(channel);
    };
  }

  put(key: string, value: string, lifeMs: number): void {
    this.#values.set(key, { value, until: this.#now() + lifeMs });
  }

  async get(key: string): Promise<string | undefined> {
    return this.#fresh(this.#values, key);
  }

  addTo(set: string, member: string, lifeMs: number): void {
    const value = this.#fresh(this.#sets, set) ?? new Set();
    this.#sets.set(set, { value: value.add(member), until: this.#now() + lifeMs });
  }

  removeFrom(set: string, member: string): void {
    this.#fresh(this.#sets, set)?.delete(member);
  }

  async membersOf(set: string): Promise<readonly string[]> {
    return [...(this.#fresh(this.#sets, set) ?? [])];
  }

  async close(): Promise<void> {
    this.#listeners.clear();
  }

  #fresh<Value>(entries: Map<string, Expiring<Value>>, key: string): Value | undefined {
    const found = entries.get(key);
    if (found && found.until > this.#now()) return found.value;
    entries.delete(key);
    return undefined;
  }
}
