import { rmSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { isBusy, isDamage } from "./sqlite-error.ts";

/**
 * The right to build an index, held by one at a time across processes. It is a transaction on a file of its own, so
 * the system takes it back when a process ends in whatever way. undefined when somebody else has it.
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
    // It holds nothing, so whatever is in it is not ours.
    rmSync(file);
    return takeBuilderLock(file);
  }
}
