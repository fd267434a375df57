import { setImmediate } from "node:timers/promises";
import type { TaskEvent, TaskSummary } from "@roo-code/types";
import { withFile } from "../file-window.ts";
import { isSystemError } from "../log-errors.ts";
import { summarizeTask } from "../summarize-task.ts";
import type { TaskFolder } from "../task-folder.ts";
import { findTerms, type Mark } from "./find-terms.ts";
import { openHistory, removeHistoryFile } from "./history-database.ts";
import { findLogs, type HistoryPaths } from "./history-folders.ts";
import { fits, type HistorySearch, hitOf, hitsPerTask, lastUsedFirst, withHolder } from "./history-hit.ts";
import { type HistoryQuery, parseHistoryQuery, type Term } from "./history-query.ts";
import { type IndexProgress, indexTasks } from "./index-tasks.ts";
import { logStart, type Passage, readPassages } from "./passages.ts";
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

interface FoundPassage {
  readonly event: TaskEvent;
  readonly passage: Passage;
  readonly marks: readonly Mark[];
}

interface FoundTask {
  readonly task: TaskSummary;
  readonly matches: number;
  /** The last few, most recent first. */
  readonly passages: readonly FoundPassage[];
}

/** Searches without an index by reading every log. Finds the same as `searchIndex`. */
export async function scanTasks(
  paths: HistoryPaths,
  { query, limit }: { query: HistoryQuery; limit: number },
): Promise<HistorySearch> {
  const found: FoundTask[] = [];
  for (const { folder } of findLogs(paths.tasksFolder)) {
    await setImmediate();
    const one = scanOrSkip(folder, paths, query);
    if (one && one.matches > 0) found.push(one);
  }
  const hits = found
    .sort(lastUsedFirst)
    .flatMap(({ task, matches: count, passages }) => passages.map((passage) => hitOf(task, count, passage)));
  return {
    hits: hits.slice(0, limit),
    matches: found.reduce((sum, one) => sum + one.matches, 0),
    tasks: found.length,
    isIndexed: false,
  };
}

function scanOrSkip(folder: TaskFolder, paths: HistoryPaths, query: HistoryQuery): FoundTask | undefined {
  try {
    const summary = summarizeTask(folder, () => false);
    const task = summary && withHolder(summary, folder, paths);
    return task && fits(task, query) ? { task, ...scanLog(folder, query.terms) } : undefined;
  } catch (error) {
    // An unreadable log must not block the others.
    if (isSystemError(error)) return undefined;
    throw error;
  }
}

function scanLog(folder: TaskFolder, terms: readonly Term[]): { matches: number; passages: FoundPassage[] } {
  const passages: FoundPassage[] = [];
  let matches = 0;
  withFile(folder.log, (file) =>
    readPassages(file, logStart, ({ event, passage }) => {
      const marks = findTerms(passage.text, terms);
      if (!marks) return;
      matches += 1;
      passages.unshift({ event, passage, marks });
      passages.splice(hitsPerTask);
    }),
  );
  return { matches, passages };
}
