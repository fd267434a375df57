import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { type FileWindows, withFile } from "../file-window.ts";
import { isSystemError } from "../log-errors.ts";
import { summarizeTask } from "../summarize-task.ts";
import { indexableText } from "./find-terms.ts";
import {
  forgetNumbers,
  type HistoryDatabase,
  type HistoryRow,
  lineId,
  shardName,
  shardOf,
} from "./history-database.ts";
import { findLogs, type LogFile } from "./history-folders.ts";
import { type LogPosition, logStart, readPassages } from "./passages.ts";

/** Bytes to read before committing and yielding. */
const batchBytes = 8 * 1024 * 1024;
const tailBytes = 1024;

export interface IndexProgress {
  readonly read: number;
  readonly of: number;
}

/** Updates the index. Of a log that has grown, only the new part is read. */
export async function indexTasks(
  database: HistoryDatabase,
  tasksFolder: string,
  onProgress: (progress: IndexProgress) => void = () => {},
): Promise<void> {
  const logs = findLogs(tasksFolder);
  const known = new Map(database.logStates().map((row) => [row.id, row]));
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
    // Never held across an await: another search of this process would deadlock on it.
    database.commit();
    onProgress({ read: index + 1, of: changed.length });
    await setImmediate();
    database.begin();
  }
  database.commit();
}

function isCurrent(row: Pick<HistoryRow, "size" | "mtime"> | undefined, { size, mtimeMs }: LogFile): boolean {
  return row?.size === size && row.mtime === mtimeMs;
}

/** Returns how many bytes were read. */
function indexTask(database: HistoryDatabase, log: LogFile): number {
  // Checked again inside the transaction: another process may have indexed it.
  const row = database.task(log.folder.taskId);
  if (isCurrent(row, log)) return 0;
  try {
    return withFile(log.folder.log, (file) => indexLog(database, log, { file, row }));
  } catch (error) {
    // An unreadable log must not block the others. A partly indexed one is removed.
    if (!isSystemError(error)) throw error;
    const partial = database.task(log.folder.taskId);
    if (partial) forgetNumbers(database, [partial.number]);
    return 0;
  }
}

function indexLog(
  database: HistoryDatabase,
  { folder, size, mtimeMs }: LogFile,
  { file, row }: { file: FileWindows; row: HistoryRow | undefined },
): number {
  const isContinued = row !== undefined && row.offset <= file.size && row.tail === tailOf(file, row.offset);
  if (row && !isContinued) forgetNumbers(database, [row.number]);
  const from: LogPosition = isContinued ? row : logStart;
  const number = isContinued ? row.number : database.addTask(folder.taskId);
  const table = shardName(shardOf(number));
  const end = readPassages(file, from, ({ line, offset, length, passage }) => {
    const id = lineId(number, line);
    if (id === undefined) return;
    database.run("INSERT INTO lines VALUES (?, ?, ?)", id, offset, length);
    database.run(`INSERT INTO ${table} (rowid, body) VALUES (?, ?)`, id, indexableText(passage.text));
  });
  database.run(
    "UPDATE tasks SET size = ?, mtime = ?, offset = ?, line = ?, tail = ?, summary = ? WHERE number = ?",
    size,
    mtimeMs,
    end.offset,
    end.line,
    tailOf(file, end.offset),
    // The holder is checked when the summary is used.
    JSON.stringify(summarizeTask(folder, () => false) ?? null),
    number,
  );
  return end.offset - from.offset;
}

/** Distinguishes a log that has grown from one that was rewritten. */
function tailOf(file: FileWindows, offset: number): string {
  const from = Math.max(0, offset - tailBytes);
  return createHash("sha1")
    .update(file.read(from, offset - from))
    .digest("base64");
}
