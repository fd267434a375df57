import { setTimeout as sleep } from "node:timers/promises";
import { RooError, systemErrorCode } from "@roo-code/types";
import type { Database } from "./open-database.ts";

/** Codes of PostgreSQL and of the connection: restart, too many clients, lock, full disk, read-only server. */
const transientCodes = /^(08...|57014|57P0.|53[0-9A-Z]{3}|55P03|40001|40P01|25006|E(CONN|PIPE|TIMED|HOST)\w*)$/;
/** Errors without a code. */
const transientMessages =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error/;

/** Whether the database is temporarily unavailable, so that the query can be retried. */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (transientCodes.test(systemErrorCode(cause) ?? "") || transientMessages.test(cause.message)) return true;
  return false;
}

/** Converts errors of PostgreSQL and of the connection to a `RooError`. Other errors are returned unchanged. */
export function databaseFailure(error: unknown, label: string): unknown {
  const code = systemErrorCode(error);
  if (!(error instanceof Error) || error instanceof RooError) return error;
  if (isDatabaseAway(error))
    return new RooError({
      code: "database_unreachable",
      message: `${label} cannot be reached: ${innermost(error).message || code}`,
      next: "Check that the server is running and that DATABASE_URL is correct.",
      cause: error,
    });
  if (!/^[0-9A-Z]{5}$/.test(code ?? "")) return error;
  return new RooError({
    code: "database_refused",
    message: `${label} refused the request: ${error.message}`,
    next: "Check the user and the database in DATABASE_URL.",
    cause: error,
  });
}

/** Wrappers of database errors put the whole query into the message. */
function innermost(error: Error): Error {
  return error.cause instanceof Error ? innermost(error.cause) : error;
}

const defaultTimeoutMs = 10 * 60_000;
const [firstWaitMs, maxWaitMs] = [100, 1_000];

/**
 * Retries while the database is unavailable. Only for idempotent work: after a broken connection it is unknown whether
 * it was done. Throws `RooError` `database_unreachable` after the timeout, and the signal's reason when it aborts.
 */
export async function retryOnOutage<Value>(
  database: Pick<Database, "label" | "revive">,
  work: () => Promise<Value>,
  { signal, timeoutMs = defaultTimeoutMs }: { readonly signal?: AbortSignal; readonly timeoutMs?: number } = {},
): Promise<Value> {
  const until = performance.now() + timeoutMs;
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, maxWaitMs)) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseAway(error) || performance.now() > until) throw databaseFailure(error, database.label);
    }
    await sleep(waitMs, undefined, signal && { signal });
    // Restarts an embedded server; others come back by themselves.
    await database.revive().catch(() => {});
  }
}
