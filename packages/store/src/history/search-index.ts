import type { TaskSummary } from "@roo-code/types";
import { isSystemError } from "../log-errors.ts";
import { type TaskFolder, taskFolder } from "../task-folder.ts";
import { findTerms } from "./find-terms.ts";
import { type HistoryDatabase, lineId, shardName, shardOf } from "./history-database.ts";
import type { HistoryPaths } from "./history-folders.ts";
import {
  fits,
  type HistoryHit,
  type HistorySearch,
  hitOf,
  hitsPerTask,
  lastUsedFirst,
  withHolder,
} from "./history-hit.ts";
import type { HistoryQuery, Term } from "./history-query.ts";
import { readPassageAt } from "./passages.ts";

interface FoundTask {
  readonly number: number;
  readonly matches: number;
  readonly task: TaskSummary;
}

/** Searches an up-to-date index. */
export function searchIndex(
  database: HistoryDatabase,
  paths: HistoryPaths,
  { query, limit }: { query: HistoryQuery; limit: number },
): HistorySearch {
  const match = query.terms.map(termText).join(" AND ");
  const found = findTasks(database, paths, { query, match }).sort(lastUsedFirst);
  const hits: HistoryHit[] = [];
  for (const one of found) {
    if (hits.length >= limit) break;
    const folder = taskFolder(paths.tasksFolder, one.task.taskId);
    hits.push(...hitsIn(database, one, { match, folder, terms: query.terms }).slice(0, limit - hits.length));
  }
  return { hits, matches: found.reduce((sum, one) => sum + one.matches, 0), tasks: found.length, isIndexed: true };
}

function termText({ words, isPrefix }: Term): string {
  return `"${words.join(" ")}"${isPrefix ? " *" : ""}`;
}

function findTasks(
  database: HistoryDatabase,
  paths: HistoryPaths,
  { query, match }: { query: HistoryQuery; match: string },
): FoundTask[] {
  const counts = new Map<number, number>();
  for (const { shard } of database.all<{ shard: number }>("SELECT shard FROM shards")) {
    const table = shardName(shard);
    const sql = `SELECT rowid >> 24 AS number, count(*) AS matches FROM ${table} WHERE ${table} MATCH ? GROUP BY 1`;
    for (const row of database.all<{ number: number; matches: number }>(sql, match))
      counts.set(row.number, row.matches);
  }
  return database.summaries().flatMap(({ number, summary }) => {
    const count = counts.get(number);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own row
    const cached = count === undefined ? null : (JSON.parse(summary) as TaskSummary | null);
    if (count === undefined || cached === null) return [];
    const task = withHolder(cached, taskFolder(paths.tasksFolder, cached.taskId), paths);
    return fits(task, query) ? [{ number, matches: count, task }] : [];
  });
}

function hitsIn(
  database: HistoryDatabase,
  { number, matches, task }: FoundTask,
  { match, folder, terms }: { match: string; folder: TaskFolder; terms: readonly Term[] },
): HistoryHit[] {
  const table = shardName(shardOf(number));
  const lines = database.all<{ offset: number; length: number }>(
    `SELECT offset, length FROM ${table} JOIN lines ON lines.id = ${table}.rowid WHERE ${table} MATCH ?
     AND ${table}.rowid BETWEEN ? AND ? ORDER BY ${table}.rowid DESC LIMIT ${hitsPerTask}`,
    match,
    lineId(number, 0) ?? 0,
    (lineId(number + 1, 0) ?? 0) - 1,
  );
  return lines.flatMap((line) => {
    const found = readOrMissing(folder, line);
    // Checked again: if the log was changed, the words may no longer be there.
    const marks = found && findTerms(found.passage.text, terms);
    return marks ? [hitOf(task, matches, { ...found, marks })] : [];
  });
}

function readOrMissing(folder: TaskFolder, line: { offset: number; length: number }) {
  try {
    return readPassageAt(folder.log, line);
  } catch (error) {
    // Deleted or made unreadable meanwhile.
    if (isSystemError(error)) return undefined;
    throw error;
  }
}
