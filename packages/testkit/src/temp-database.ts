import { type Database, openDatabase } from "@roo-code/store/database";
import { inject } from "vitest";

export interface TempDatabases extends AsyncDisposable {
  /** A new database on the shared server with empty tables; removed with the server. */
  create(): Promise<Database & { readonly url: string }>;
}

/** Databases for a test file, on the PostgreSQL that all files of a run share. Their connections are closed on dispose. */
export async function tempDatabases(): Promise<TempDatabases> {
  const home = inject("postgresHome");
  const { pool } = await (server ??= startServer(home));
  const opened: Database[] = [];
  return {
    async create() {
      const name = `test_${process.pid}_${(created += 1)}`;
      await pool.query(`create database ${name} template ${template}`);
      const url = urlOf(pool, name);
      const database = await openDatabase({ home, url });
      opened.push(database);
      return { ...database, url };
    },
    async [Symbol.asyncDispose]() {
      for (const database of opened) await database.close();
    },
  };
}

/** Shared by this process; never closed, because closing the last connection stops the server. */
let server: Promise<Database> | undefined;
let created = 0;

const template = "roo_template";

async function startServer(home: string): Promise<Database> {
  const database = await openDatabase({ home, connections: 2 });
  const client = await database.pool.connect();
  try {
    // Other processes may start it as well; the first one creates the template.
    await client.query("select pg_advisory_lock(1)");
    const { rowCount } = await client.query("select from pg_database where datname = $1", [template]);
    if (rowCount === 0) {
      await client.query(`create database ${template}`);
      await (await openDatabase({ home, url: urlOf(database.pool, template) })).close();
    }
    await client.query("select pg_advisory_unlock(1)");
  } finally {
    client.release();
  }
  return database;
}

function urlOf(pool: Database["pool"], name: string): string {
  const url = new URL(pool.options.connectionString ?? "");
  url.pathname = `/${name}`;
  return url.href;
}
