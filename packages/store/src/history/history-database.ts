import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";

const schemaVersion = 1;
const busyTimeoutMs = 5000;
/** Memory for pending words: large enough to write a shard once. */
const hashBytes = 8 * 1024 * 1024;

/** The path of the index. */
export function historyFile(cacheFolder: string): string {
  return join(cacheFolder, "history.sqlite");
}

/** Removes the index. The next search rebuilds it. */
export function removeHistoryFile(cacheFolder: string): void {
  for (const suffix of ["", "-journal"]) rmSync(historyFile(cacheFolder) + suffix, { force: true });
}

/**
 * Opens or creates the index. undefined if this Node.js has no SQLite; throws SQLite's errors for a damaged file, a full
 * disk or a read-only folder.
 */
export function openHistory(cacheFolder: string): HistoryDatabase | undefined {
  // Loaded with the first search, not at start.
  const sqlite = process.getBuiltinModule("node:sqlite");
  if (!sqlite) return undefined;
  mkdirSync(cacheFolder, { recursive: true, mode: 0o700 });
  const database = new sqlite.DatabaseSync(historyFile(cacheFolder), { timeout: busyTimeoutMs });
  try {
    // No write-ahead log: it would keep deleted text. Freed pages are overwritten.
    database.exec("PRAGMA journal_mode = DELETE; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON;");
    return new HistoryDatabase(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The index entry of a task's log. */
export interface HistoryRow {
  readonly number: number;
  readonly id: string;
  readonly size: number;
  readonly mtime: number;
  /** How far it was read. */
  readonly offset: number;
  readonly line: number;
  /** Hash of the bytes before `offset`. */
  readonly tail: string;
  /** A `TaskSummary` as JSON, or null. */
  readonly summary: string;
}

/** The tables of the index. Rows come from our own schema, so they are trusted. */
export class HistoryDatabase {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#prepareSchema();
  }

  all<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return this.#prepare(sql).all(...values) as unknown as Row[];
  }

  run(sql: string, ...values: SQLInputValue[]): void {
    this.#prepare(sql).run(...values);
  }

  begin(): void {
    this.#database.exec("BEGIN IMMEDIATE");
  }

  commit(): void {
    this.#database.exec("COMMIT");
  }

  /** Rolls back an open transaction. */
  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  /** Every task with the state of its log when it was read. */
  logStates(): Pick<HistoryRow, "number" | "id" | "size" | "mtime">[] {
    return this.all("SELECT number, id, size, mtime FROM tasks");
  }

  summaries(): Pick<HistoryRow, "number" | "summary">[] {
    return this.all("SELECT number, summary FROM tasks");
  }

  task(id: string): HistoryRow | undefined {
    return this.all<HistoryRow>("SELECT * FROM tasks WHERE id = ?", id)[0];
  }

  /** Returns the task's number. */
  addTask(id: string): number {
    const [last] = this.all<{ number: number | null }>("SELECT max(number) AS number FROM tasks");
    const number = (last?.number ?? 0) + 1;
    // Without RETURNING: its savepoint would write out and merge all pending words.
    this.run("INSERT INTO tasks VALUES (?, ?, 0, 0, 0, 0, '', 'null')", number, id);
    this.#addShard(shardOf(number));
    return number;
  }

  #addShard(shard: number): void {
    const name = shardName(shard);
    if (this.all("SELECT 1 FROM shards WHERE shard = ?", shard).length > 0) return;
    this.#database.exec(`CREATE VIRTUAL TABLE ${name} USING fts5 (body, content = '', contentless_delete = 1,
      tokenize = 'ascii'); INSERT INTO ${name} (${name}, rank) VALUES ('hashsize', ${hashBytes})`);
    this.run("INSERT INTO shards VALUES (?)", shard);
  }

  #prepareSchema(): void {
    const version = () => this.#database.prepare("PRAGMA user_version").get()?.user_version;
    if (version() === schemaVersion) return;
    this.begin();
    // Another process may have been faster.
    if (version() !== schemaVersion) {
      const tables = this.all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'");
      const ours = tables.filter(({ name }) => /^(tasks|lines|shards|words_\d+)$/.test(name));
      for (const { name } of ours) this.#database.exec(`DROP TABLE ${name}`);
      this.#database.exec(`${schema}; PRAGMA user_version = ${schemaVersion}`);
    }
    this.commit();
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** Removes tasks from the index, with all their words. Runs in the caller's transaction. */
export function forgetNumbers(database: HistoryDatabase, numbers: readonly number[]): void {
  for (const number of numbers) {
    const range = [number * linesPerTask, (number + 1) * linesPerTask - 1];
    database.run(`DELETE FROM ${shardName(shardOf(number))} WHERE rowid BETWEEN ? AND ?`, ...range);
    database.run("DELETE FROM lines WHERE id BETWEEN ? AND ?", ...range);
    database.run("DELETE FROM tasks WHERE number = ?", number);
  }
  // The words of deleted rows stay until the table is merged.
  for (const shard of new Set(numbers.map(shardOf))) {
    const name = shardName(shard);
    database.run(`INSERT INTO ${name} (${name}) VALUES ('optimize')`);
  }
}

const linesPerTask = 2 ** 24;
/** Words are spread over several tables, so that removing a task does not rewrite all of them. */
const tasksPerShard = 64;

/** The id of a line; undefined beyond the maximum number of lines. */
export function lineId(task: number, line: number): number | undefined {
  return line < linesPerTask ? task * linesPerTask + line : undefined;
}

export function shardOf(task: number): number {
  return Math.floor(task / tasksPerShard);
}

export function shardName(shard: number): string {
  return `words_${shard}`;
}

// The index only finds lines; their text is read from the log.
const schema = `
CREATE TABLE tasks (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, mtime REAL NOT NULL,
  offset INTEGER NOT NULL, line INTEGER NOT NULL, tail TEXT NOT NULL, summary TEXT NOT NULL);
CREATE TABLE lines (id INTEGER PRIMARY KEY, offset INTEGER NOT NULL, length INTEGER NOT NULL);
CREATE TABLE shards (shard INTEGER PRIMARY KEY)`;
