import { rmSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { isBusy, isDamage } from "../database/open-database.ts";

/**
 * The lock to build an index, held by one process at a time. It is a transaction on a separate file, so the system
 * releases it however the process ends. undefined when another process holds it.
 */
export function takeBuilderLock(file: string): Disposable | undefined {
  const { DatabaseSync: Database } = process.getBuiltinModule("node:sqlite");
  const database: DatabaseSync = new Database(file, { timeout: 0 });
  try {
    database.exec("BEGIN EXCLUSIVE");
    return { [Symbol.dispose]: () => database.close() };
  } catch (error) {
    database.close();
    if (isBusy(error)) return undefined;
    if (!isDamage(error)) throw error;
    // Our lock file is empty, so this content is not ours.
    rmSync(file);
    return takeBuilderLock(file);
  }
}
