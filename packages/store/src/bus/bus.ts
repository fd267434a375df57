export type BusListener = (message: string) => void;

/**
 * Pub/sub and values that expire. Nothing is persisted: while the bus is down, messages are lost and no one waits for it.
 * What must not be lost belongs in the database.
 */
export interface Bus {
  readonly kind: "memory" | "redis";
  /** Never throws, never blocks. */
  publish(channel: string, message: string): void;
  /** Listens until the returned function is called; resubscribes after an outage. */
  subscribe(channel: string, listener: BusListener): Promise<() => void>;
  /** Sets a value that expires unless it is set again. Never throws, never blocks. */
  put(key: string, value: string, lifeMs: number): void;
  /** undefined if there is none, or the bus is down. */
  get(key: string): Promise<string | undefined>;
  /** The whole set expires unless something is added again. Never throws, never blocks. */
  addTo(set: string, member: string, lifeMs: number): void;
  removeFrom(set: string, member: string): void;
  /** Empty while the bus is down. */
  membersOf(set: string): Promise<readonly string[]>;
  /** Sends pending messages first. May be called twice. */
  close(): Promise<void>;
}
