import { isSystemError } from "../log-errors.ts";
import { openHistory, removeHistoryFile } from "./history-database.ts";
import { type HistoryPaths } from "./history-folders.ts";
import { type HistorySearch } from "./history-hit.ts";
import { type HistoryQuery, parseHistoryQuery } from "./history-query.ts";
import { type IndexProgress, indexTasks } from "./index-tasks.ts";
import { scanTasks } from "./scan-tasks.ts";
import { searchIndex } from "./search-index.ts";

export interface SearchHistoryOptions {
  /** Words, "phrases", prefixes*, `cwd:`, `status:`, `since:`. */
  readonly text: string;
  /** Only tasks in this folder or below; like `cwd:` in the text. */
  readonly cwd?: string;
  readonly limit: number;
  /** The base of relative folders in the text. */
  readonly from: string;
  readonly onProgress?: (progress: IndexProgress) => void;
}

/**
 * Searches all transcripts, damaged ones as far as they can be read. Updates the index first; without an index every log
 * is read instead. Throws only if the tasks folder cannot be read.
 */
export async function searchHistory(paths: HistoryPaths, options: SearchHistoryOptions): Promise<HistorySearch> {
  const { text, cwd, limit, from, onProgress } = options;
  const parsed = parseHistoryQuery(text, { cwd: from, now: paths.clock.now() });
  const query = cwd === undefined ? parsed : { ...parsed, cwd };
  if (query.terms.length === 0) return { hits: [], matches: 0, tasks: 0, isIndexed: false };
  const request = { query, limit, onProgress };
  return (await searchByIndex(paths, request)) ?? scanTasks(paths, request);
}

interface SearchRequest {
  readonly query: HistoryQuery;
  readonly limit: number;
  readonly onProgress: ((progress: IndexProgress) => void) | undefined;
}

/** undefined if there is no usable index. A damaged one is rebuilt once. */
async function searchByIndex(paths: HistoryPaths, request: SearchRequest): Promise<HistorySearch | undefined> {
  for (const isLast of [false, true]) {
    try {
      return await updateAndSearch(paths, request);
    } catch (error) {
      if (isLast || isUnfixable(error)) return undefined;
      removeHistoryFile(paths.cacheFolder);
    }
  }
  return undefined;
}

async function updateAndSearch(paths: HistoryPaths, request: SearchRequest): Promise<HistorySearch | undefined> {
  const database = openHistory(paths.cacheFolder);
  if (!database) return undefined;
  try {
    await indexTasks(database, paths.tasksFolder, request.onProgress);
    return searchIndex(database, paths, request);
  } finally {
    database.close();
  }
}

/** Whether rebuilding the index would not help: it is in use, or the disk is full or read-only. */
function isUnfixable(error: unknown): boolean {
  if (isSystemError(error)) return true;
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return false;
  // The lower byte is the primary code.
  return unfixableCodes.has(error.errcode % 256);
}

/** SQLite's codes: permission, busy, locked, read-only, I/O error, full, cannot open. */
const unfixableCodes: ReadonlySet<number> = new Set([3, 5, 6, 8, 10, 13, 14]);
