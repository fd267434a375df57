export type BusListener = (message: string) => void;

/**
 * News for whoever listens just now, and signs of life that fade. Nothing is kept and nothing is owed: while it is away,
 * news is lost, and nobody waits for it. What must not be lost belongs into the database.
 */
export interface Bus {
  readonly kind: "memory" | "redis";
  /** Never throws, never waits. */
  publish(channel: string, message: string): void;
  /** Listens until the returned function is called, again by itself after an outage. */
  subscribe(channel: string, listener: BusListener): Promise<() => void>;
  /** A value that is gone after a while unless it is put again. Never throws, never waits. */
  put(key: string, value: string, lifeMs: number): void;
  /** undefined where there is none, or nobody knows. */
  get(key: string): Promise<string | undefined>;
  /** The whole set is gone after a while unless something is added again. Never throws, never waits. */
  addTo(set: string, member: string, lifeMs: number): void;
  removeFrom(set: string, member: string): void;
  /** Empty when nobody knows. */
  membersOf(set: string): Promise<readonly string[]>;
  /** What was said before still leaves. May be called twice. */
  close(): Promise<void>;
}
