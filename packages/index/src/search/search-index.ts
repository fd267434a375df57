import { type CodeSearchHit, ToolFailure } from "@roo-code/types";
import { below } from "../database/file-tables.ts";
import type { ChunkRow, IndexDatabase } from "../database/index-database.ts";
import type { Embedder } from "../embed/embedder.ts";
import type { IndexedFiles } from "../update/scan-workspace.ts";
import { maxFileBytes } from "../update/skip-file.ts";
import type { VectorStore } from "../vectors/vector-store.ts";
import { queryWords } from "../words.ts";
import { fuseFiles } from "./fuse-files.ts";

interface SearchParts {
  readonly database: IndexDatabase;
  readonly embedder: Embedder;
  readonly vectors: VectorStore;
  readonly files: IndexedFiles;
}

interface IndexQuery {
  readonly query: string;
  /** Workspace-relative; `.` is the whole workspace. */
  readonly folder: string;
  readonly limit: number;
  readonly signal: AbortSignal;
  /** Which rankings to use; both when absent. */
  readonly by?: SearchHalves;
}

export type SearchHalves = "words" | "vectors" | "both";

const candidates = 200;
/** Otherwise one long file would fill the result. */
const maxPerFile = 3;
const maxTextCharacters = 4000;

/** Ranks by words and by meaning, and fuses both. Throws what the embedder and the vector store throw. */
export async function searchIndex(parts: SearchParts, request: IndexQuery): Promise<CodeSearchHit[]> {
  const { by = "both", limit, query, folder } = request;
  const { database, embedder } = parts;
  const byWords = by === "vectors" ? [] : searchWords(database, query, { limit: candidates, folder });
  const byVectors = by === "words" ? [] : await vectorRanking(parts, request);
  const rankings = [
    { found: chunkRows(database, byWords), weight: by === "vectors" ? 0 : 1 },
    { found: chunkRows(database, byVectors), weight: by === "words" ? 0 : embedder.weight },
  ];
  const isOneFile = database.get("SELECT 1 FROM files WHERE path = ?", folder) !== undefined;
  return withText(parts.files, fuseFiles(rankings, isOneFile ? limit : maxPerFile).slice(0, limit));
}

async function vectorRanking({ embedder, vectors }: SearchParts, request: IndexQuery): Promise<number[]> {
  const { query, folder, signal } = request;
  const [vector] = await embedder.embed([query], { purpose: "question", signal });
  if (!vector?.some((value) => value !== 0)) return [];
  return (await vectors.nearest(vector, { limit: candidates, folder, signal })).map(({ id }) => id);
}

/** In the order of the ids, without those that no longer exist. */
function chunkRows(database: IndexDatabase, ids: readonly number[]): ChunkRow[] {
  return ids.flatMap((id) => {
    const row = database.get<ChunkRow>(
      `SELECT chunks.id, files.path, chunks.start, chunks.stop FROM chunks JOIN files ON files.id = chunks.file
       WHERE chunks.id = ?`,
      id,
    );
    return row ?? [];
  });
}

async function withText(
  files: IndexedFiles,
  rows: readonly (ChunkRow & { score: number })[],
): Promise<CodeSearchHit[]> {
  const lines = new Map<string, readonly string[]>();
  for (const path of new Set(rows.map((row) => row.path))) lines.set(path, await linesOf(files, path));
  return rows.flatMap(({ path, start, stop, score }) => {
    const text =
      lines
        .get(path)
        ?.slice(start - 1, stop)
        .join("\n") ?? "";
    return text === "" ? [] : { path, startLine: start, endLine: stop, score, text: text.slice(0, maxTextCharacters) };
  });
}

/** Read from the file, so that the text is current; empty if the file is gone. */
async function linesOf(files: IndexedFiles, path: string): Promise<readonly string[]> {
  try {
    const { bytes } = await files.read(path, { maxBytes: maxFileBytes });
    return new TextDecoder().decode(bytes).split(/\r?\n/);
  } catch (error) {
    if (error instanceof ToolFailure) return [];
    throw error;
  }
}

/** Chunks by their words (BM25), best first. A definition's own name and the words of the path count more. */
function searchWords(
  database: IndexDatabase,
  query: string,
  { limit, folder }: { limit: number; folder: string },
): number[] {
  const words = queryWords(query).slice(0, maxWords);
  if (words.length === 0) return [];
  // Quoted, so that no word is taken for an operator.
  const match = words.map((word) => `"${word.replaceAll('"', "")}"`).join(" OR ");
  const { condition, values } = below(folder);
  const rows = database.all<{ id: number }>(
    `SELECT words.rowid AS id FROM words ${folder === "." ? "" : joinFiles} WHERE words MATCH ? AND ${condition}
     ORDER BY bm25(words, 1.0, 2.0, 1.5) LIMIT ?`,
    match,
    ...values,
    limit,
  );
  return rows.map(({ id }) => id);
}

const maxWords = 40;
const joinFiles = "JOIN chunks ON chunks.id = words.rowid JOIN files ON files.id = chunks.file";
