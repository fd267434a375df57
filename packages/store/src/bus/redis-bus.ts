import { RooError } from "@roo-code/types";
import { Redis, type RedisOptions } from "ioredis";
import type { Bus, BusListener } from "./bus.ts";

const options: RedisOptions = {
  lazyConnect: true,
  // During an outage messages are dropped instead of queued in memory.
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  connectTimeout: 5_000,
  retryStrategy: (times) => Math.min(50 * 2 ** times, 1_000),
};

/** For processes on any number of machines. Reconnects after an outage. */
export class RedisBus implements Bus {
  readonly kind = "redis";
  readonly #client: Redis;
  /** A subscribed connection cannot send commands. */
  readonly #subscriber: Redis;
  readonly #listeners = new Map<string, Set<BusListener>>();
  /** Commands not sent yet. */
  readonly #pending = new Set<Promise<unknown>>();
  #closed: Promise<void> | undefined;

  private constructor(url: string) {
    this.#client = new Redis(url, options);
    this.#subscriber = new Redis(url, {
      ...options,
      autoResubscribe: true,
      enableOfflineQueue: true,
      maxRetriesPerRequest: null,
    });
    // Without a listener, ioredis prints every outage.
    for (const client of [this.#client, this.#subscriber]) client.on("error", () => {});
    this.#subscriber.on("message", (channel, message) => {
      for (const listener of this.#listeners.get(channel) ?? []) listener(message);
    });
  }

  /** Throws `RooError` `bus_unreachable`, so that a wrong URL is noticed at once. */
  static async connect(url: string): Promise<RedisBus> {
    const bus = new RedisBus(url);
    try {
      await Promise.all([bus.#client.connect(), bus.#subscriber.connect()]);
      await bus.#client.ping();
      return bus;
    } catch (error) {
      bus.#client.disconnect();
      bus.#subscriber.disconnect();
      throw unreachable(url, error);
    }
  }

  publish(channel: string, message: string): void {
    this.#send(() => this.#client.publish(channel, message));
  }

  async subscribe(channel: string, listener: BusListener): Promise<() => void> {
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(listener));
    if (listeners.size === 1) await this.#subscriber.subscribe(channel);
    return () => {
      if (!listeners.delete(listener) || listeners.size > 0) return;
      this.#listeners.delete(channel);
      this.#subscriber.unsubscribe(channel).catch(() => {});
    };
  }

  put(key: string, value: string, lifeMs: number): void {
    this.#send(() => this.#client.set(key, value, "PX", wholeMs(lifeMs)));
  }

  async get(key: string): Promise<string | undefined> {
    return (await this.#client.get(key).catch(() => null)) ?? undefined;
  }

  addTo(set: string, member: string, lifeMs: number): void {
    this.#send(() => this.#client.multi().sadd(set, member).pexpire(set, wholeMs(lifeMs)).exec());
  }

  removeFrom(set: string, member: string): void {
    this.#send(() => this.#client.srem(set, member));
  }

  async membersOf(set: string): Promise<readonly string[]> {
    return this.#client.smembers(set).catch(() => []);
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    await Promise.all(this.#pending);
    this.#client.disconnect();
    this.#subscriber.disconnect();
  }

  #send(command: () => Promise<unknown>): void {
    const sent = command()
      .catch(() => {})
      .finally(() => this.#pending.delete(sent));
    this.#pending.add(sent);
  }
}

function wholeMs(milliseconds: number): number {
  return Math.max(1, Math.round(milliseconds));
}

/** Without the URL, which may contain a password. */
function unreachable(url: string, error: unknown): RooError {
  const { hostname, port } = new URL(url);
  return new RooError({
    code: "bus_unreachable",
    message: `Redis at ${hostname}:${port || 6379} cannot be reached: ${error instanceof Error ? error.message : String(error)}`,
    next: "Check that it is running and that REDIS_URL is correct, or unset it: on one machine Redis is not needed.",
    cause: error,
  });
}
