import type { FileRow, FileUpdate, IndexDatabase, StoredChunk } from "./index-database.ts";

export interface IndexCounts {
  readonly files: number;
  readonly chunks: number;
}

export function readFiles(database: IndexDatabase, folder = "."): FileRow[] {
  const { condition, values } = below(folder);
  return database.all<FileRow>(`SELECT * FROM files WHERE ${condition}`, ...values);
}

/** The condition for a path to be a folder or below it. */
export function below(folder: string): { condition: string; values: string[] } {
  if (folder === ".") return { condition: "true", values: [] };
  // `0` is the character after `/`.
  return {
    condition: "(files.path = ? OR (files.path > ? AND files.path < ?))",
    values: [folder, `${folder}/`, `${folder}0`],
  };
}

export function countRows(database: IndexDatabase): IndexCounts {
  const files = database.get<{ count: number }>("SELECT count(*) AS count FROM files WHERE skipped IS NULL");
  const chunks = database.get<{ count: number }>("SELECT count(*) AS count FROM chunks");
  return { files: files?.count ?? 0, chunks: chunks?.count ?? 0 };
}

export function nextChunkId(database: IndexDatabase): number {
  return (database.get<{ last: number | null }>("SELECT max(id) AS last FROM chunks")?.last ?? 0) + 1;
}

export function chunksOf(database: IndexDatabase, file: number): StoredChunk[] {
  return database.all<StoredChunk>("SELECT id, hash, start, stop FROM chunks WHERE file = ?", file);
}

/** Runs within the caller's transaction. */
export function writeFile(database: IndexDatabase, { file, kept, added, removed, pathWords }: FileUpdate): void {
  const { path, size, mtime, version, skipped } = file;
  const row = database.get<{ id: number }>(
    `INSERT INTO files (path, size, mtime, version, skipped) VALUES (?, ?, ?, ?, ?) ON CONFLICT (path) DO UPDATE SET
     size = excluded.size, mtime = excluded.mtime, version = excluded.version, skipped = excluded.skipped RETURNING id`,
    path,
    size,
    mtime,
    version,
    skipped,
  );
  deleteChunks(database, removed);
  for (const { id, start, stop } of kept) {
    database.run("UPDATE chunks SET start = ?, stop = ? WHERE id = ?", start, stop, id);
  }
  for (const { id, hash, start, stop, body, name } of added) {
    database.run("INSERT INTO chunks VALUES (?, ?, ?, ?, ?)", id, row?.id ?? 0, hash, start, stop);
    database.run("INSERT INTO words (rowid, body, name, path) VALUES (?, ?, ?, ?)", id, body, name, pathWords);
  }
}

/** Returns the ids of the removed chunks. Runs within the caller's transaction. */
export function deleteFiles(database: IndexDatabase, files: readonly number[]): number[] {
  return files.flatMap((file) => {
    const ids = chunksOf(database, file).map(({ id }) => id);
    deleteChunks(database, ids);
    database.run("DELETE FROM files WHERE id = ?", file);
    return ids;
  });
}

function deleteChunks(database: IndexDatabase, ids: readonly number[]): void {
  for (const id of ids) {
    database.run("DELETE FROM chunks WHERE id = ?", id);
    database.run("DELETE FROM words WHERE rowid = ?", id);
  }
}
