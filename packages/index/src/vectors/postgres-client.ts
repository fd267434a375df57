import type { Socket } from "node:net";
import type { ParsedOptions, Sql } from "postgres";
import type { PostgresAddress } from "./postgres-address.ts";
import { postgresFailure } from "./postgres-failure.ts";

/** One statement and what it gives. Throws when the work was aborted meanwhile. */
export type Ask = (
  statement: string,
  values?: readonly string[],
) => Promise<readonly Readonly<Record<string, unknown>>[]>;

const connectSeconds = 10;
const idleSeconds = 30;
const closeSeconds = 1;
const statementMs = 60_000;
/** A search need not wait for a build. */
const connections = 2;
/** The client tries again at once, and for ever, when a server takes a connection and hangs up. */
const mostAttempts = 6;

/** Connections to PostgreSQL: made when first needed, given back when idle. */
export class PostgresClient {
  readonly #address: PostgresAddress;
  #opened: Promise<Sql> | undefined;
  #attempts = 0;

  constructor(address: PostgresAddress) {
    this.#address = address;
  }

  /** All or nothing. An abort ends the waiting at once, and the work before its next statement. Throws `RooError`. */
  async transaction<Result>(work: (ask: Ask) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    this.#opened ??= open(this.#address, () => this.#countAttempt());
    const sql = await this.#opened;
    const answered = Promise.withResolvers<Result>();
    const committed = sql.begin(async (transaction) => {
      const ask: Ask = (statement, values = []) => {
        signal?.throwIfAborted();
        return transaction.unsafe(statement, [...values]);
      };
      await ask(`SET LOCAL statement_timeout = ${statementMs}`);
      answered.resolve(await work(ask));
    });
    try {
      await unlessAborted(committed, signal);
      return await answered.promise;
    } catch (error) {
      signal?.throwIfAborted();
      throw postgresFailure(error, this.#address);
    } finally {
      this.#attempts = 0;
    }
  }

  /** Never throws; what is asked for afterwards connects anew. */
  async close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    await opened?.then((sql) => sql.end({ timeout: closeSeconds })).catch(() => undefined);
  }

  #countAttempt(): void {
    this.#attempts += 1;
    if (this.#attempts > mostAttempts) throw Object.assign(new Error("it hangs up"), { code: "ECONNRESET" });
  }
}

async function open({ url, password }: PostgresAddress, onAttempt: () => void): Promise<Sql> {
  // Loaded for those who have such a store.
  const { default: postgres } = await import("postgres");
  // Apart, since the client's types do not know `socket`.
  const options = {
    ...(password !== undefined && { password }),
    max: connections,
    connect_timeout: connectSeconds,
    idle_timeout: idleSeconds,
    // A pooler may give each transaction another connection, which knows no statements prepared before.
    prepare: false,
    fetch_types: false,
    connection: { application_name: "roo" },
    ...checkedBy(new URL(url)),
    socket: (server: ParsedOptions) => {
      onAttempt();
      return connectTo(server);
    },
    // Else they are printed.
    onnotice: () => undefined,
  };
  return postgres(url, options);
}

/** The client would hold the certificate of a server without a name against `localhost`. */
function checkedBy({ hostname, searchParams }: URL): { ssl?: { host: string } } {
  const isChecked = searchParams.get("sslmode")?.startsWith("verify-");
  return isChecked ? { ssl: { host: hostname.replace(/^\[|\]$/g, "") } } : {};
}

/** Known by its host, by which its certificate is asked for. */
function connectTo({ host: [host = "localhost"], port: [port = 5432], path }: ParsedOptions): Socket {
  const { connect } = process.getBuiltinModule("node:net");
  return Object.assign(path ? connect(path) : connect(port, host), { host });
}

async function unlessAborted(work: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal?.reason);
  signal?.addEventListener("abort", abort, { once: true });
  try {
    await Promise.race([work, aborted.promise]);
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}
