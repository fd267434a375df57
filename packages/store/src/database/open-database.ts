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
  /** For people: the server, nothing secret. */
  readonly place: string;
  readonly isEmbedded: boolean;
  /** Starts a server of ours again that has died; nothing to do for one of the person's. Throws `RooError` `no_database`. */
  revive(): Promise<void>;
  /** Lets the connections go; the last one to use a server of ours stops it. May be called twice. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly home: string;
  /** `DATABASE_URL`; without it a server of our own under `home`. */
  readonly url?: string | undefined;
  readonly connections?: number;
  /** How long an answer or a lock is waited for; without it, for ever. */
  readonly patienceMs?: number;
}

/** Connects, and brings the tables up to date. Throws `RooError` `no_database`, `database_unreachable`, `database_newer`, … */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { home, url } = options;
  const opened = url === undefined ? await openEmbedded(join(home, "postgres"), options) : openAt(url, options);
  try {
    await migrate(opened.pool);
    return { ...opened, orm: drizzle(opened.pool, { schema }), close: onceOnly(opened.close) };
  } catch (error) {
    await opened.close();
    throw databaseFailure(error, opened.place);
  }
}

type Limits = Pick<DatabaseOptions, "connections" | "patienceMs">;
type Opened = Pick<Database, "pool" | "place" | "isEmbedded" | "revive" | "close">;

function openAt(url: string, limits: Limits): Opened {
  if (!/^postgres(ql)?:\/\//i.test(url) || !URL.canParse(url))
    throw new RooError({
      code: "invalid_value",
      message: "DATABASE_URL is no address of a PostgreSQL database.",
      next: "Write it as postgres://user:password@host:5432/name.",
    });
  const pool = connect(url, limits);
  return { pool, place: placeOf(url), isEmbedded: false, revive: async () => {}, close: () => pool.end() };
}

const attempts = 50;

async function openEmbedded(folder: string, limits: Limits): Promise<Opened> {
  const place = `PostgreSQL in ${folder}`;
  for (let attempt = 1; ; attempt += 1) {
    const { url, pid } = await ensurePostgres(folder);
    // One more, for the lock.
    const pool = connect(url, { ...limits, connections: (limits.connections ?? usualConnections) + 1 });
    try {
      const use = new ServerUse(pool);
      await use.hold();
      let server = pid;
      const revive = onePerTime(async () => {
        const running = await ensurePostgres(folder);
        // Another program may have taken its port meanwhile: connections made from now on are to the new one.
        pool.options.connectionString = running.url;
        server = running.pid;
        await use.hold();
      });
      const close = async () => {
        if (await use.end()) stopServer(server);
        use.release();
        await pool.end();
      };
      return { pool, place, isEmbedded: true, revive, close };
    } catch (error) {
      await pool.end();
      // It was about to stop.
      if (attempt === attempts) throw databaseFailure(error, place);
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

const usualConnections = 10;

function connect(url: string, { connections = usualConnections, patienceMs }: Limits): Pool {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: patienceMs ?? 10_000,
    ...(patienceMs !== undefined && {
      lock_timeout: patienceMs,
      statement_timeout: patienceMs,
      // A server that was frozen keeps no time itself.
      query_timeout: patienceMs + 1_000,
    }),
    idleTimeoutMillis: 60_000,
    application_name: "roo",
  });
  // Of connections that nobody uses: the next query opens another one. One that is in use tells its query as well.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

function placeOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `PostgreSQL at ${hostname}:${port || 5432}${pathname}`;
}

/** Whoever asks meanwhile gets the same answer. */
function onePerTime(work: () => Promise<void>): () => Promise<void> {
  let working: Promise<void> | undefined;
  return () => (working ??= work().finally(() => (working = undefined)));
}

function onceOnly(close: () => Promise<void>): () => Promise<void> {
  let closed: Promise<void> | undefined;
  return () => (closed ??= close());
}
