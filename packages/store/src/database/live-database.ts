import { databaseFailure, isDatabaseAway } from "./database-failure.ts";
import { type Database, type DatabaseOptions, openDatabase } from "./open-database.ts";

/** The database of a long-lived process; the next query reconnects after an outage. */
export class LiveDatabase {
  readonly #options: DatabaseOptions;
  #opening: Promise<Database> | undefined;
  #isClosed = false;

  constructor(options: DatabaseOptions) {
    this.#options = options;
  }

  /** Throws `RooError`: `database_unreachable` during an outage; `no_database` and others are permanent. */
  async use<Value>(work: (database: Database) => Promise<Value>): Promise<Value> {
    const database = await this.#open();
    try {
      return await work(database);
    } catch (error) {
      if (isDatabaseAway(error)) void this.#revive(database);
      throw databaseFailure(error, database.label);
    }
  }

  /** Throws like `use`. */
  async check(): Promise<void> {
    await this.use((database) => database.pool.query("select 1"));
  }

  /** May be called twice. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const database = await this.#opening?.catch(() => undefined);
    await database?.close();
  }

  #open(): Promise<Database> {
    if (this.#opening) return this.#opening;
    const opening = openDatabase(this.#options);
    this.#opening = opening;
    opening.catch(() => {
      if (this.#opening === opening) this.#opening = undefined;
    });
    return opening;
  }

  async #revive(database: Database): Promise<void> {
    if (!this.#isClosed) await database.revive().catch(() => undefined);
  }
}
