import { join } from "node:path";
import { RooError } from "@roo-code/types";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { Pool, type PoolClient } from "pg";
import { databaseFailure } from "./database-failure.ts";
import { ensurePostgres } from "./embedded-postgres.ts";
import { migrate } from "./migrate.ts";
import * as schema from "./schema/index.ts";

export type Schema = typeof schema;

export interface Database {
  readonly orm: NodePgDatabase<Schema>;
  readonly pool: Pool;
  /** For people: the server, nothing secret. */
  readonly place: string;
  readonly isEmbedded: boolean;
  /** Lets the connections go; the last one to use a server of ours stops it. May be called twice. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly home: string;
  /** `DATABASE_URL`; without it a server of our own under `home`. */
  readonly url?: string | undefined;
  readonly connections?: number;
}

/** Connects, and brings the tables up to date. Throws `RooError` `no_database`, `database_unreachable`, `database_newer`, … */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { home, url, connections = 10 } = options;
  const opened = url === undefined ? await openEmbedded(join(home, "postgres"), connections) : openAt(url, connections);
  try {
    await migrate(opened.pool);
    return { ...opened, orm: drizzle(opened.pool, { schema }), close: onceOnly(opened.close) };
  } catch (error) {
    await opened.close();
    throw databaseFailure(error, opened.place);
  }
}

type Opened = Pick<Database, "pool" | "place" | "isEmbedded" | "close">;

function openAt(url: string, connections: number): Opened {
  if (!/^postgres(ql)?:\/\//i.test(url) || !URL.canParse(url))
    throw new RooError({
      code: "invalid_value",
      message: "DATABASE_URL is no address of a PostgreSQL database.",
      next: "Write it as postgres://user:password@host:5432/name.",
    });
  const pool = connect(url, connections);
  return { pool, place: placeOf(url), isEmbedded: false, close: () => pool.end() };
}

const attempts = 50;

async function openEmbedded(folder: string, connections: number): Promise<Opened> {
  const place = `PostgreSQL in ${folder}`;
  for (let attempt = 1; ; attempt += 1) {
    const { url, pid } = await ensurePostgres(folder);
    // One more, for the lock.
    const pool = connect(url, connections + 1);
    try {
      const held = await holdServer(pool);
      const close = async () => {
        if (await isLastUser(held)) stopServer(pid);
        held.release(true);
        await pool.end();
      };
      return { pool, place, isEmbedded: true, close };
    } catch (error) {
      await pool.end();
      // It was about to stop.
      if (attempt === attempts) throw databaseFailure(error, place);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** Held by everybody who uses a server of ours, so that the last one knows to be the last. */
const inUse = 7_006_115;

async function holdServer(pool: Pool): Promise<PoolClient> {
  const client = await pool.connect();
  // Without anybody who listens an error of a connection would end the process.
  client.on("error", () => undefined);
  try {
    await client.query("select pg_advisory_lock_shared($1)", [inUse]);
    return client;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Whoever comes after a yes waits for that lock until the server is gone, and then starts it anew. */
async function isLastUser(held: PoolClient): Promise<boolean> {
  try {
    await held.query("select pg_advisory_unlock_shared($1)", [inUse]);
    const { rows } = await held.query<{ last: boolean }>("select pg_try_advisory_lock($1) as last", [inUse]);
    return rows[0]?.last ?? false;
  } catch {
    return false;
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

function connect(url: string, connections: number): Pool {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    application_name: "roo",
  });
  // Of connections that nobody uses: the next query opens another one.
  pool.on("error", () => undefined);
  return pool;
}

function placeOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `PostgreSQL at ${hostname}:${port || 5432}${pathname}`;
}

function onceOnly(close: () => Promise<void>): () => Promise<void> {
  let closed: Promise<void> | undefined;
  return () => (closed ??= close());
}
