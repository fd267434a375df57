import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { type FileWindows, withFile } from "../file-window.ts";
import { isSystemError } from "../log-errors.ts";
import { summarizeTask } from "../summarize-task.ts";
import {
  forgetNumbers,
  type HistoryDatabase,
  type HistoryRow,
  lineId,
  shardName,
  shardOf,
} from "./history-database.ts";
import { findLogs, type LogSighting } from "./history-places.ts";
import { type LogPlace, logStart, readPassages } from "./log-passages.ts";
import { indexableText } from "./words.ts";

/** So much is read before it is committed and others get their turn. */
const batchBytes = 8 * 1024 * 1024;
const tailBytes = 1024;

export interface IndexProgress {
  readonly read: number;
  readonly of: number;
}

/** Brings the index up to date. Of a log that has grown, only what is new is read. */
export async function indexTasks(
  database: HistoryDatabase,
  tasksFolder: string,
  onProgress: (progress: IndexProgress) => void = () => {},
): Promise<void> {
  const logs = findLogs(tasksFolder);
  const known = new Map(database.sightings().map((row) => [row.id, row]));
  const changed = logs.filter((log) => !isCurrent(known.get(log.folder.taskId), log));
  for (const { folder } of logs) known.delete(folder.taskId);
  if (changed.length === 0 && known.size === 0) return;
  database.begin();
  forgetNumbers(
    database,
    Array.from(known.values(), ({ number }) => number),
  );
  let pending = 0;
  for (const [index, log] of changed.entries()) {
    pending += indexTask(database, log);
    if (pending < batchBytes) continue;
    pending = 0;
    // Never held across a wait: another search of this process would block on it for ever.
    database.commit();
    onProgress({ read: index + 1, of: changed.length });
    await setImmediate();
    database.begin();
  }
  database.commit();
}

function isCurrent(row: Pick<HistoryRow, "size" | "mtime"> | undefined, { size, mtimeMs }: LogSighting): boolean {
  return row?.size === size && row.mtime === mtimeMs;
}

/** Returns how many bytes were read. */
function indexTask(database: HistoryDatabase, log: LogSighting): number {
  // Looked up again within the transaction: another process may have done it.
  const row = database.task(log.folder.taskId);
  if (isCurrent(row, log)) return 0;
  try {
    return withFile(log.folder.log, (file) => readOn(database, log, { file, row }));
  } catch (error) {
    // One that cannot be read must not keep the others from being found. Nothing half read stays.
    if (!isSystemError(error)) throw error;
    const begun = database.task(log.folder.taskId);
    if (begun) forgetNumbers(database, [begun.number]);
    return 0;
  }
}

function readOn(
  database: HistoryDatabase,
  { folder, size, mtimeMs }: LogSighting,
  { file, row }: { file: FileWindows; row: HistoryRow | undefined },
): number {
  const isContinued = row !== undefined && row.offset <= file.size && row.tail === tailOf(file, row.offset);
  if (row && !isContinued) forgetNumbers(database, [row.number]);
  const from: LogPlace = isContinued ? row : logStart;
  const number = isContinued ? row.number : database.addTask(folder.taskId);
  const words = shardName(shardOf(number));
  const end = readPassages(file, from, ({ line, offset, length, passage }) => {
    const id = lineId(number, line);
    if (id === undefined) return;
    database.run("INSERT INTO lines VALUES (?, ?, ?)", id, offset, length);
    database.run(`INSERT INTO ${words} (rowid, body) VALUES (?, ?)`, id, indexableText(passage.text));
  });
  database.run(
    "UPDATE tasks SET size = ?, mtime = ?, offset = ?, line = ?, tail = ?, summary = ? WHERE number = ?",
    size,
    mtimeMs,
    end.offset,
    end.line,
    tailOf(file, end.offset),
    // Who holds it is looked at when it is asked for.
    JSON.stringify(summarizeTask(folder, () => false) ?? null),
    number,
  );
  return end.offset - from.offset;
}

/** Tells a log that has grown from one that was written anew. */
function tailOf(file: FileWindows, offset: number): string {
  const from = Math.max(0, offset - tailBytes);
  return createHash("sha1")
    .update(file.read(from, offset - from))
    .digest("base64");
}
