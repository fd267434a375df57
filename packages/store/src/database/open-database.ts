import { join } from "node:path";
import { RooError } from "@roo-code/types";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { Pool } from "pg";
import { databaseFailure } from "./database-failure.ts";
import { ensurePostgres } from "./embedded-postgres.ts";
import { migrate } from "./migrate.ts";
import * as schema from "./schema/index.ts";
import { ServerUse } from "./server-use.ts";

export type Schema = typeof schema;

export interface Database {
  readonly orm: NodePgDatabase<Schema>;
  readonly pool: Pool;
  /** The server, for messages; not secret. */
  readonly label: string;
  readonly isEmbedded: boolean;
  /** Restarts an embedded server that has died; does nothing for other servers. Throws `RooError` `no_database`. */
  revive(): Promise<void>;
  /** Closes the connections; the last user of an embedded server stops it. May be called twice. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly home: string;
  /** `DATABASE_URL`; without it an embedded server under `home`. */
  readonly url?: string;
  readonly connections?: number;
  /** How long to wait for a response or a lock; unlimited by default. */
  readonly timeoutMs?: number;
}

/** Connects and migrates the tables. Throws `RooError` `no_database`, `database_unreachable`, `database_newer`, … */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { home, url } = options;
  const opened = url === undefined ? await openEmbedded(join(home, "postgres"), options) : openAt(url, options);
  try {
    await migrate(opened.pool);
    return { ...opened, orm: drizzle(opened.pool, { schema }), close: once(opened.close) };
  } catch (error) {
    await opened.close();
    throw databaseFailure(error, opened.label);
  }
}

type Limits = Pick<DatabaseOptions, "connections" | "timeoutMs">;
type Opened = Pick<Database, "pool" | "label" | "isEmbedded" | "revive" | "close">;

function openAt(url: string, limits: Limits): Opened {
  if (!/^postgres(ql)?:\/\//i.test(url) || !URL.canParse(url))
    throw new RooError({
      code: "invalid_value",
      message: "DATABASE_URL is not a valid PostgreSQL URL.",
      next: "Write it as postgres://user:password@host:5432/name.",
    });
  const pool = connect(url, limits);
  return { pool, label: labelOf(url), isEmbedded: false, revive: async () => {}, close: () => pool.end() };
}

const maxAttempts = 50;

async function openEmbedded(folder: string, limits: Limits): Promise<Opened> {
  const label = `PostgreSQL in ${folder}`;
  for (let attempt = 1; ; attempt += 1) {
    const { url, pid } = await ensurePostgres(folder);
    // One more, for the advisory lock.
    const pool = connect(url, { ...limits, connections: (limits.connections ?? defaultConnections) + 1 });
    try {
      const use = new ServerUse(pool);
      await use.hold();
      let server = pid;
      const revive = shareWhileRunning(async () => {
        const running = await ensurePostgres(folder);
        // Its port may have been taken meanwhile: new connections go to the new port.
        pool.options.connectionString = running.url;
        server = running.pid;
        await use.hold();
      });
      const close = async () => {
        if (await use.end()) stopServer(server);
        use.release();
        await pool.end();
      };
      return { pool, label, isEmbedded: true, revive, close };
    } catch (error) {
      await pool.end();
      // The server was about to stop.
      if (attempt === maxAttempts) throw databaseFailure(error, label);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

function stopServer(pid: number): void {
  try {
    // Fast shutdown: it does not wait for clients.
    process.kill(pid, "SIGINT");
  } catch {
    // It has ended already.
  }
}

const defaultConnections = 10;

function connect(url: string, { connections = defaultConnections, timeoutMs }: Limits): Pool {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: timeoutMs ?? 10_000,
    ...(timeoutMs !== undefined && {
      lock_timeout: timeoutMs,
      statement_timeout: timeoutMs,
      // A frozen server does not enforce its own timeouts.
      query_timeout: timeoutMs + 1_000,
    }),
    idleTimeoutMillis: 60_000,
    application_name: "roo",
  });
  // Errors of idle connections: the next query opens another one. Active ones also report the error to their query.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

function labelOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `PostgreSQL at ${hostname}:${port || 5432}${pathname}`;
}

/** Concurrent calls share one run. */
function shareWhileRunning(work: () => Promise<void>): () => Promise<void> {
  let working: Promise<void> | undefined;
  return () => (working ??= work().finally(() => (working = undefined)));
}

function once(close: () => Promise<void>): () => Promise<void> {
  let closed: Promise<void> | undefined;
  return () => (closed ??= close());
}
