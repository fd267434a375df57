import { RooError } from "@roo-code/types";
import type { Pool, PoolClient } from "pg";
import { type Migration, migrations } from "./migrations.ts";

/** Advisory lock: one process migrates at a time. */
const migrationLock = 7_006_116;

/**
 * Migrates the tables, each migration in a transaction, so that an interrupted one is run again. Throws `RooError`
 * `database_newer` if a newer version of this program has used the database.
 */
export async function migrate(pool: Pool, list: readonly Migration[] = migrations): Promise<void> {
  for (const migration of list)
    await inTransaction(pool, async (client) => {
      await client.query("set local lock_timeout = 0; set local statement_timeout = 0");
      await client.query("select pg_advisory_xact_lock($1)", [migrationLock]);
      const applied = await readApplied(client);
      refuseNewer(applied, list);
      if (applied.includes(migration.name)) return;
      for (const statement of migration.text.split("--> statement-breakpoint")) await client.query(statement);
      await client.query("insert into roo_migrations (name) values ($1)", [migration.name]);
    });
}

async function inTransaction(pool: Pool, work: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  let failure: Error | undefined;
  client.on("error", (error) => {
    failure = error;
  });
  try {
    await client.query("begin");
    await work(client);
    await client.query("commit");
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    await client.query("rollback").catch(() => undefined);
    throw error;
  } finally {
    client.release(failure);
  }
}

async function readApplied(client: PoolClient): Promise<string[]> {
  await client.query(`create table if not exists roo_migrations (
    name text primary key, applied_at timestamptz not null default now())`);
  const { rows } = await client.query<{ name: string }>("select name from roo_migrations order by name");
  return rows.map(({ name }) => name);
}

function refuseNewer(applied: readonly string[], list: readonly Migration[]): void {
  const unknown = applied.find((name) => !list.some((migration) => migration.name === name));
  if (unknown === undefined) return;
  throw new RooError({
    code: "database_newer",
    message: `The database has been used by a newer version of this program (${unknown}).`,
    next: "Update this program, or set DATABASE_URL to another database.",
  });
}
