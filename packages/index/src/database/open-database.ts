import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { RooError } from "@roo-code/types";

const schemaVersion = 1;
const busyTimeoutMs = 10_000;

export interface OpenedDatabase {
  readonly database: DatabaseSync;
  /** Set once, when a damaged file was moved aside. */
  readonly notice?: string;
}

/** Opens or creates the index. A file that is damaged or of another version is replaced. */
export function openDatabase(file: string): OpenedDatabase {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    return { database: openOrThrow(file) };
  } catch (error) {
    if (!isDamage(error)) throw cannotOpen(file, error);
  }
  return { database: openOrThrow(setAside(file)), notice: damagedNotice(file) };
}

/** Moves a damaged index aside, where the next damaged one replaces it. */
export function setAside(file: string): string {
  for (const suffix of ["-wal", "-shm"]) rmSync(file + suffix, { force: true });
  if (existsSync(file)) renameSync(file, asideName(file));
  return file;
}

export function damagedNotice(file: string): string {
  return `The code index was damaged and is being rebuilt; the damaged file is kept as ${asideName(file)}.`;
}

function asideName(file: string): string {
  return file.replace(/\.sqlite$/, ".damaged.sqlite");
}

function openOrThrow(file: string): DatabaseSync {
  // Loaded with the first index, not with the process.
  const { DatabaseSync: Database } = process.getBuiltinModule("node:sqlite");
  const database = new Database(file, { timeout: busyTimeoutMs });
  try {
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;");
    prepareSchema(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function prepareSchema(database: DatabaseSync): void {
  const version = database.prepare("PRAGMA user_version").get()?.user_version;
  if (version === schemaVersion) return;
  database.exec("BEGIN IMMEDIATE");
  try {
    for (const table of ["meta", "files", "chunks", "vectors", "words"]) database.exec(`DROP TABLE IF EXISTS ${table}`);
    database.exec(schema);
    database.exec(`PRAGMA user_version = ${schemaVersion}; COMMIT`);
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}

// The text itself is not kept: `words` holds what finds it, and the files hold it.
const schema = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE files (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, mtime REAL NOT NULL,
  version TEXT NOT NULL, skipped TEXT);
CREATE TABLE chunks (id INTEGER PRIMARY KEY, file INTEGER NOT NULL, hash TEXT NOT NULL, start INTEGER NOT NULL,
  stop INTEGER NOT NULL);
CREATE INDEX chunks_of_file ON chunks (file);
CREATE TABLE vectors (id INTEGER PRIMARY KEY, vector BLOB NOT NULL);
CREATE VIRTUAL TABLE words USING fts5 (body, name, path, content = '', contentless_delete = 1,
  tokenize = 'porter unicode61 remove_diacritics 2');
`;

function cannotOpen(file: string, cause: unknown): RooError {
  return new RooError({
    code: "index_unavailable",
    message: `The code index ${file} cannot be opened (${cause instanceof Error ? cause.message : String(cause)}).`,
    next: "Check the folder's permissions and the space left on the disk; the folder may be deleted at any time.",
    cause,
  });
}

/** SQLite's error code, as `node:sqlite` passes it on. */
function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return undefined;
  // The lower byte is the code, the rest is detail.
  return error.errcode % 256;
}

const [busy, locked, corrupt, notADatabase] = [5, 6, 11, 26];

/** The file is not a database, or is damaged. */
export function isDamage(error: unknown): boolean {
  const code = resultCode(error);
  return code === corrupt || code === notADatabase;
}

/** Another process is using the database. */
export function isBusy(error: unknown): boolean {
  const code = resultCode(error);
  return code === busy || code === locked;
}
