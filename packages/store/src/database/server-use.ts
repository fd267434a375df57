import type { Pool, PoolClient } from "pg";

/** Advisory lock held by every user of an embedded server, so that the last one knows it. */
const inUse = 7_006_115;

/** Marks an embedded server as in use, as long as its connection lives. */
export class ServerUse {
  readonly #pool: Pool;
  #held: PoolClient | undefined;
  #holding: Promise<void> | undefined;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Takes the lock; again after the connection was lost. */
  hold(): Promise<void> {
    if (this.#held) return Promise.resolve();
    return (this.#holding ??= this.#hold().finally(() => {
      this.#holding = undefined;
    }));
  }

  /** Whether no one else uses it. After true, newcomers wait for the lock until the server is gone, and then restart it. */
  async end(): Promise<boolean> {
    try {
      await this.hold();
      await this.#held?.query("select pg_advisory_unlock_shared($1)", [inUse]);
      const answer = await this.#held?.query<{ last: boolean }>("select pg_try_advisory_lock($1) as last", [inUse]);
      return answer?.rows[0]?.last ?? false;
    } catch {
      return false;
    }
  }

  release(): void {
    if (this.#held) this.#drop(this.#held);
  }

  async #hold(): Promise<void> {
    const client = await this.#pool.connect();
    try {
      await client.query("set lock_timeout = 0; set statement_timeout = 0");
      await client.query("select pg_advisory_lock_shared($1)", [inUse]);
    } catch (error) {
      client.release(true);
      throw error;
    }
    this.#held = client;
    client.once("end", () => this.#drop(client));
  }

  #drop(client: PoolClient): void {
    if (this.#held !== client) return;
    this.#held = undefined;
    client.release(true);
  }
}
