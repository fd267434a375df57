import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openDatabase } from "@roo-code/store/database";

export interface TempDatabases extends AsyncDisposable {
  /** A database of its own on the shared server, empty but for its tables; gone with the server. */
  create(): Promise<Database & { readonly url: string }>;
}

/** A real PostgreSQL for a file of tests, gone with its data when disposed. */
export async function tempDatabases(): Promise<TempDatabases> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "roo-database-")));
  const server = await openDatabase({ home, connections: 2 });
  const opened: Database[] = [];
  return {
    async create() {
      const name = `test_${opened.length + 1}`;
      await server.pool.query(`create database ${name}`);
      const url = new URL(server.pool.options.connectionString ?? "");
      url.pathname = `/${name}`;
      const database = await openDatabase({ home, url: url.href });
      opened.push(database);
      return { ...database, url: url.href };
    },
    async [Symbol.asyncDispose]() {
      for (const database of [...opened, server]) await database.close();
      rmSync(home, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}
