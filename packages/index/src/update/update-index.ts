import { chunksOf, deleteFiles, nextChunkId, readFiles, writeFile } from "../database/file-tables.ts";
import type { FileRow, IndexDatabase, NewChunk } from "../database/index-database.ts";
import type { Embedder } from "../embed/embedder.ts";
import type { VectorEntry, VectorStore } from "../vectors/vector-store.ts";
import { type PreparedFile, prepareFile } from "./prepare-file.ts";
import { type FoundFile, type IndexedFiles, pause, type Scan } from "./scan-workspace.ts";

export interface UpdateTarget {
  readonly files: IndexedFiles;
  readonly database: IndexDatabase;
  readonly embedder: Embedder;
  readonly vectors: VectorStore;
}

/** What differs between a scan and the index. */
export interface Difference {
  readonly changed: readonly { readonly found: FoundFile; readonly row: FileRow | undefined }[];
  readonly gone: readonly FileRow[];
}

export interface UpdateOptions {
  readonly signal: AbortSignal;
  /** After each batch: how many files of the difference are done. */
  readonly onDone: (files: number) => void;
}

export function differenceOf(
  database: IndexDatabase,
  scan: Scan,
  { folder, recursive }: { folder: string; recursive: boolean },
): Difference {
  const rows = new Map(readFiles(database, folder).map((row) => [row.path, row]));
  const changed = scan.files.flatMap((found) => {
    const row = rows.get(found.path);
    rows.delete(found.path);
    return row && row.size === found.size && row.mtime === found.mtime ? [] : { found, row };
  });
  const left = [...rows.values()];
  const folders = new Set(scan.folders);
  return { changed, gone: recursive ? left : left.filter(({ path }) => !isInOneOf(folders, folder, path)) };
}

/** Whether a path is in one of the folders directly below `folder`. */
function isInOneOf(folders: ReadonlySet<string>, folder: string, path: string): boolean {
  const from = folder === "." ? 0 : folder.length + 1;
  const slash = path.indexOf("/", from);
  return slash > 0 && folders.has(path.slice(0, slash));
}

/** Updates the index to what the scan found, in atomic batches. Throws what the embedder throws. */
export async function updateIndex(target: UpdateTarget, difference: Difference, options: UpdateOptions): Promise<void> {
  await removeFiles(target, difference.gone);
  let batch: PreparedFile[] = [];
  let done = 0;
  for (const { found, row } of difference.changed) {
    await pause(options.signal);
    const prepared = await prepareFile(target.files, found, {
      row,
      chunks: () => (row ? chunksOf(target.database, row.id) : []),
    });
    if (prepared) batch.push(prepared);
    else if (row) await removeFiles(target, [row]);
    done += 1;
    if (freshIn(batch) < target.embedder.batchSize && batch.length < filesPerBatch) continue;
    await writeBatch(target, batch, options.signal);
    batch = [];
    options.onDone(done);
  }
  await writeBatch(target, batch, options.signal);
  options.onDone(done);
}

const filesPerBatch = 64;

function freshIn(batch: readonly PreparedFile[]): number {
  return batch.reduce((sum, { fresh }) => sum + fresh.length, 0);
}

async function removeFiles({ database, vectors }: UpdateTarget, rows: readonly FileRow[]): Promise<void> {
  if (rows.length === 0) return;
  const ids: number[] = [];
  database.transaction(() => {
    for (const id of deleteFiles(
      database,
      rows.map((row) => row.id),
    ))
      ids.push(id);
  });
  await vectors.remove(ids);
}

/** Vectors first: a chunk without a vector would never get one, while an extra vector is harmless. */
async function writeBatch(target: UpdateTarget, batch: readonly PreparedFile[], signal: AbortSignal): Promise<void> {
  if (batch.length === 0) return;
  const { database, vectors } = target;
  let nextId = nextChunkId(database);
  const updates = batch.map(({ fresh, ...rest }) => ({
    ...rest,
    added: fresh.map((chunk) => ({ ...chunk, id: nextId++ })),
  }));
  await putVectors(target, updates, signal);
  database.transaction(() => {
    for (const update of updates) writeFile(database, update);
  });
  const removed = updates.flatMap((update) => update.removed);
  if (removed.length > 0) await vectors.remove(removed);
}

type WithDocuments = readonly {
  readonly file: { readonly path: string };
  readonly added: readonly (NewChunk & { readonly document: string })[];
}[];

async function putVectors({ embedder, vectors }: UpdateTarget, updates: WithDocuments, signal: AbortSignal) {
  const chunks = updates.flatMap(({ file, added }) =>
    added.map(({ id, document }) => ({ id, document, path: file.path })),
  );
  for (let start = 0; start < chunks.length; start += embedder.batchSize) {
    const some = chunks.slice(start, start + embedder.batchSize);
    const embedded = await embedder.embed(
      some.map(({ document }) => document),
      { purpose: "document", signal },
    );
    const entries = some.flatMap(({ id, path }, index): VectorEntry[] => {
      const vector = embedded[index];
      return vector ? [{ id, path, vector }] : [];
    });
    await vectors.put(entries, signal);
  }
}
