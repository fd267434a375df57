import { openHistory, removeHistoryFile } from "./history-database.ts";
import type { HistorySearch } from "./history-hit.ts";
import type { HistoryPlaces } from "./history-places.ts";
import { type HistoryQuery, parseHistoryQuery } from "./history-query.ts";
import { type IndexProgress, indexTasks } from "./index-tasks.ts";
import { scanTasks } from "./scan-tasks.ts";
import { searchIndex } from "./search-index.ts";
import { isBeyondIndex } from "./sqlite-error.ts";

export interface SearchHistoryOptions {
  /** Words, "phrases", beginnings*, `cwd:`, `status:`, `since:`. */
  readonly text: string;
  /** Only tasks in this folder or below; as `cwd:` in the text. */
  readonly cwd?: string;
  readonly limit: number;
  /** What relative folders in the text are relative to. */
  readonly from: string;
  readonly onProgress?: (progress: IndexProgress) => void;
}

/**
 * Searches all transcripts, damaged ones as far as they can be read. The index is brought up to date first; where there
 * can be none, every log is read instead. Throws only when the tasks' folder cannot be read.
 */
export async function searchHistory(places: HistoryPlaces, options: SearchHistoryOptions): Promise<HistorySearch> {
  const { text, cwd, limit, from, onProgress } = options;
  const parsed = parseHistoryQuery(text, { cwd: from, now: places.clock.now() });
  const query = cwd === undefined ? parsed : { ...parsed, cwd };
  if (query.terms.length === 0) return { hits: [], places: 0, tasks: 0, isIndexed: false };
  const request = { query, limit, onProgress };
  return (await searchByIndex(places, request)) ?? scanTasks(places, request);
}

interface SearchRequest {
  readonly query: HistoryQuery;
  readonly limit: number;
  readonly onProgress: ((progress: IndexProgress) => void) | undefined;
}

/** undefined where there can be no index now. One that fails is damaged, and made anew once. */
async function searchByIndex(places: HistoryPlaces, request: SearchRequest): Promise<HistorySearch | undefined> {
  for (const isLast of [false, true]) {
    try {
      return await updateAndSearch(places, request);
    } catch (error) {
      if (isLast || isBeyondIndex(error)) return undefined;
      removeHistoryFile(places.cacheFolder);
    }
  }
  return undefined;
}

async function updateAndSearch(places: HistoryPlaces, request: SearchRequest): Promise<HistorySearch | undefined> {
  const database = openHistory(places.cacheFolder);
  if (!database) return undefined;
  try {
    await indexTasks(database, places.tasksFolder, request.onProgress);
    return searchIndex(database, places, request);
  } finally {
    database.close();
  }
}
