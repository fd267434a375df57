import { setTimeout as sleep } from "node:timers/promises";
import { databaseFailure, isDatabaseAway } from "./database-failure.ts";
import type { Database } from "./open-database.ts";

const usualPatienceMs = 10 * 60_000;
const [firstWaitMs, longestWaitMs] = [100, 1_000];

/**
 * Asks again while the database is away, for as long as that may take. For work that may be done twice: whether it was
 * done is not known when the connection broke. Throws `RooError` `database_unreachable` in the end, and what the signal
 * says when it aborts.
 */
export async function throughOutages<Value>(
  database: Pick<Database, "place" | "revive">,
  work: () => Promise<Value>,
  { signal, patienceMs = usualPatienceMs }: { readonly signal?: AbortSignal; readonly patienceMs?: number } = {},
): Promise<Value> {
  const until = performance.now() + patienceMs;
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseAway(error) || performance.now() > until) throw databaseFailure(error, database.place);
    }
    await sleep(waitMs, undefined, signal && { signal });
    // One of the person's comes back by itself.
    await database.revive().catch(() => {});
  }
}
