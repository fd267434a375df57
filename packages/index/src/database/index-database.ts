import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";

export interface FileRow {
  readonly id: number;
  readonly path: string;
  readonly size: number;
  readonly mtime: number;
  readonly version: string;
  /** Why it has no chunks. */
  readonly skipped: string | null;
}

export interface ChunkRow {
  readonly id: number;
  readonly path: string;
  readonly start: number;
  readonly stop: number;
}

export interface StoredChunk {
  readonly id: number;
  readonly hash: string;
  readonly start: number;
  readonly stop: number;
}

export interface NewChunk extends StoredChunk {
  /** Words it is found by. */
  readonly body: string;
  readonly name: string;
}

export interface FileUpdate {
  readonly file: Omit<FileRow, "id">;
  /** Unchanged chunks, with their current lines. */
  readonly kept: readonly StoredChunk[];
  readonly added: readonly NewChunk[];
  readonly removed: readonly number[];
  readonly pathWords: string;
}

/** The index's tables as functions. Rows come from our own schema, so they are trusted. */
export class IndexDatabase {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  all<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return this.#prepare(sql).all(...values) as unknown as Row[];
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- rows are typed where their statement is
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return this.#prepare(sql).get(...values) as unknown as Row | undefined;
  }

  run(sql: string, ...values: SQLInputValue[]): void {
    this.#prepare(sql).run(...values);
  }

  transaction(work: () => void): void {
    this.#database.exec("BEGIN IMMEDIATE");
    try {
      work();
      this.#database.exec("COMMIT");
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
      throw error;
    }
  }

  meta(key: string): string | undefined {
    return this.get<{ value: string }>("SELECT value FROM meta WHERE key = ?", key)?.value;
  }

  setMeta(key: string, value: string): void {
    this.run("INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value", key, value);
  }

  /** Changes whenever another connection has written. */
  foreignWrites(): number {
    return this.get<{ data_version: number }>("PRAGMA data_version")?.data_version ?? 0;
  }

  clear(): void {
    this.transaction(() => {
      for (const table of ["meta", "files", "chunks", "vectors"]) this.run(`DELETE FROM ${table}`);
      this.run("INSERT INTO words(words) VALUES('delete-all')");
    });
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
