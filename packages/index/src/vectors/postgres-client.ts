import type { Pool, PoolClient } from "pg";
import type { PostgresAddress } from "./postgres-address.ts";
import { postgresFailure } from "./postgres-address.ts";

/** Runs one statement and returns its rows. Throws `RooError`, or the signal's reason once the transaction is aborted. */
export type Query = (
  statement: string,
  values?: readonly string[],
) => Promise<readonly Readonly<Record<string, unknown>>[]>;

const connectMs = 10_000;
const idleMs = 30_000;
const closeMs = 1000;
const statementMs = 60_000;
/** A search need not wait for a build. */
const maxConnections = 2;

/** Connections to PostgreSQL: opened when first needed, closed when idle. */
export class PostgresClient {
  readonly #address: PostgresAddress;
  #pool: Promise<Pool> | undefined;

  constructor(address: PostgresAddress) {
    this.#address = address;
  }

  /** Aborting stops the waiting at once and rolls the transaction back. Throws `RooError`. */
  async transaction<Result>(work: (query: Query) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    const client = await this.#connect(signal);
    let isCommitted = false;
    try {
      const result = await unlessAborted(this.#run(client, work, signal), signal);
      isCommitted = true;
      return result;
    } finally {
      // Closing the connection rolls back whatever state it is in.
      client.release(!isCommitted);
    }
  }

  /** Never throws; a later transaction connects again. */
  async close(): Promise<void> {
    const pool = this.#pool;
    this.#pool = undefined;
    const ended = pool?.then((opened) => opened.end()).catch(() => undefined);
    if (!ended) return;
    // The pool waits for transactions that are still running.
    const { promise: timeout, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, closeMs);
    await Promise.race([ended, timeout]);
    clearTimeout(timer);
  }

  async #connect(signal: AbortSignal | undefined): Promise<PoolClient> {
    this.#pool ??= openPool(this.#address);
    const connecting = this.#pool.then((pool) => pool.connect()).catch((error: unknown) => this.#connectPlainly(error));
    try {
      return await unlessAborted(connecting, signal);
    } catch (error) {
      connecting.then((client) => client.release()).catch(() => undefined);
      signal?.throwIfAborted();
      throw postgresFailure(error, this.#address);
    }
  }

  /** With `sslmode=prefer`, a server without TLS is used unencrypted. */
  async #connectPlainly(error: unknown): Promise<PoolClient> {
    const url = new URL(this.#address.url);
    const isPreference = /^(prefer|allow)$/.test(url.searchParams.get("sslmode") ?? "");
    if (!isPreference || !(error instanceof Error) || !error.message.includes("does not support SSL")) throw error;
    url.searchParams.delete("sslmode");
    this.#pool = openPool({ ...this.#address, url: url.href });
    return (await this.#pool).connect();
  }

  async #run<Result>(
    client: PoolClient,
    work: (query: Query) => Promise<Result>,
    signal: AbortSignal | undefined,
  ): Promise<Result> {
    const query: Query = async (statement, values = []) => {
      signal?.throwIfAborted();
      try {
        return (await client.query(statement, [...values])).rows;
      } catch (error) {
        throw postgresFailure(error, this.#address);
      }
    };
    await query("BEGIN");
    await query(`SET LOCAL statement_timeout = ${statementMs}`);
    const result = await work(query);
    await query("COMMIT");
    return result;
  }
}

async function openPool({ url, password }: PostgresAddress): Promise<Pool> {
  // Loaded only where this store is configured.
  const { Pool } = await import("pg");
  const address = new URL(url);
  if (password !== undefined) address.password = encodeURIComponent(password);
  if (!address.searchParams.has("application_name")) address.searchParams.set("application_name", "roo");
  const ssl = encryption(address);
  const pool = new Pool({
    connectionString: address.href,
    max: maxConnections,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: idleMs,
    ssl,
  });
  // Errors of idle connections: the next transaction opens another one. One in use fails its statement as well.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/**
 * `sslmode` as libpq understands it; removed from the URL, because the driver checks the certificate in every mode.
 * The host is passed for servers addressed by IP, whose certificate is otherwise compared with `localhost`.
 */
function encryption({ hostname, searchParams }: URL): { rejectUnauthorized: boolean; host: string } | undefined {
  const mode = searchParams.get("sslmode") ?? "disable";
  searchParams.delete("sslmode");
  if (mode === "disable") return undefined;
  return { rejectUnauthorized: mode.startsWith("verify-"), host: hostname.replace(/^\[|\]$/g, "") };
}

async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal?.reason);
  signal?.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}
