import { setImmediate } from "node:timers/promises";
import type { TaskEvent, TaskSummary } from "@roo-code/types";
import { withFile } from "../file-window.ts";
import { isSystemError } from "../log-errors.ts";
import { summarizeTask } from "../summarize-task.ts";
import type { TaskFolder } from "../task-folder.ts";
import { findTerms, type Mark } from "./find-terms.ts";
import { findLogs, type HistoryPaths } from "./history-folders.ts";
import { fits, type HistorySearch, hitOf, hitsPerTask, lastUsedFirst, withHolder } from "./history-hit.ts";
import { type HistoryQuery, type Term } from "./history-query.ts";
import { logStart, type Passage, readPassages } from "./passages.ts";

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
