import { drizzle } from "drizzle-orm/node-postgres";
import { isDatabaseAway } from "./database-failure.ts";
import type { Database } from "./open-database.ts";
import * as schema from "./schema/index.ts";

export type Transaction = Parameters<Parameters<Database["orm"]["transaction"]>[0]>[0];

/** Runs `work` in a transaction. Drizzle's own method on a pool leaks a connection if the transaction cannot begin. */
export async function inTransaction<Value>(
  { pool }: Pick<Database, "pool">,
  work: (transaction: Transaction) => Promise<Value>,
): Promise<Value> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    return await drizzle(client, { schema }).transaction(work);
  } catch (error) {
    isBroken = isDatabaseAway(error);
    throw error;
  } finally {
    client.release(isBroken);
  }
}
