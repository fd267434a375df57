import { existsSync } from "node:fs";
import type { TaskId } from "@roo-code/types";
import { forgetNumbers, historyFile, openHistory, removeHistoryFile } from "./history-database.ts";

/** Removes every word of these tasks from the index. If that fails, the whole index is deleted and rebuilt later. */
export function forgetTasks(cacheFolder: string, taskIds: readonly TaskId[]): void {
  if (!existsSync(historyFile(cacheFolder))) return;
  try {
    forget(cacheFolder, taskIds);
  } catch {
    removeHistoryFile(cacheFolder);
  }
}

function forget(cacheFolder: string, taskIds: readonly TaskId[]): void {
  const database = openHistory(cacheFolder);
  if (!database) return removeHistoryFile(cacheFolder);
  try {
    database.begin();
    forgetNumbers(
      database,
      taskIds.flatMap((id) => database.task(id)?.number ?? []),
    );
    database.commit();
  } finally {
    database.close();
  }
}
