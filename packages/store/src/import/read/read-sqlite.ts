import { copyFileSync, existsSync, mkdtempSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { isRecord, type Plain } from "../plain-value.ts";
import type { Refuse } from "./source-folder.ts";

const megabyte = 1024 * 1024;
const databaseLimit = 400 * megabyte;

export type Query = (sql: string, ...values: string[]) => Plain[];

/**
 * Reads from another tool's SQLite database. Opens a copy, because even a reader would lock the file and create others
 * beside it. undefined if there is no database or it cannot be read.
 */
export async function readSqlite<Result>(
  path: string,
  refuse: Refuse,
  read: (query: Query) => Result,
): Promise<Result | undefined> {
  if (!existsSync(path)) return undefined;
  const sqlite = await import("node:sqlite").catch(() => undefined);
  if (!sqlite) return refuse(path, "this Node.js cannot read SQLite databases");
  const folder = mkdtempSync(join(tmpdir(), "roo-import-"));
  try {
    const copy = copyDatabase(path, folder, refuse);
    if (copy === undefined) return undefined;
    const database = new sqlite.DatabaseSync(copy);
    try {
      return read((sql, ...values) =>
        database
          .prepare(sql)
          .all(...values)
          .filter(isRecord),
      );
    } finally {
      database.close();
    }
  } catch {
    return refuse(path, "it is not a readable SQLite database");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function copyDatabase(path: string, folder: string, refuse: Refuse): string | undefined {
  const real = realpathSync(path);
  const stat = statSync(real);
  if (!stat.isFile()) return refuse(path, "it is not a regular file");
  if (stat.size > databaseLimit) return refuse(path, `it is larger than ${databaseLimit / megabyte} MB`);
  const copy = join(folder, basename(real));
  copyFileSync(real, copy);
  // Changes not yet checkpointed into the database.
  const log = `${real}-wal`;
  if (existsSync(log) && statSync(log).size <= databaseLimit) copyFileSync(log, `${copy}-wal`);
  return copy;
}
