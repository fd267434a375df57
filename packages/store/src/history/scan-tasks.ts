import { setImmediate } from "node:timers/promises";
import type { TaskEvent, TaskSummary } from "@roo-code/types";
import { withFile } from "../file-window.ts";
import { isSystemError } from "../log-errors.ts";
import { summarizeTask } from "../summarize-task.ts";
import type { TaskFolder } from "../task-folder.ts";
import { findTerms, type Mark } from "./find-terms.ts";
import { fits, type HistorySearch, hitOf, hitsPerTask, lastUsedFirst, withHolder } from "./history-hit.ts";
import { findLogs, type HistoryPlaces } from "./history-places.ts";
import type { HistoryQuery, Term } from "./history-query.ts";
import { logStart, readPassages } from "./log-passages.ts";
import type { Passage } from "./passage.ts";

interface FoundPassage {
  readonly event: TaskEvent;
  readonly passage: Passage;
  readonly marks: readonly Mark[];
}

interface FoundTask {
  readonly task: TaskSummary;
  readonly places: number;
  /** The last few, the very last first. */
  readonly passages: readonly FoundPassage[];
}

/** Without an index: every log is read. Finds the same. */
export async function scanTasks(
  places: HistoryPlaces,
  { query, limit }: { query: HistoryQuery; limit: number },
): Promise<HistorySearch> {
  const found: FoundTask[] = [];
  for (const { folder } of findLogs(places.tasksFolder)) {
    await setImmediate();
    const one = scanOrSkip(folder, places, query);
    if (one && one.places > 0) found.push(one);
  }
  const hits = found
    .sort(lastUsedFirst)
    .flatMap(({ task, places: count, passages }) => passages.map((passage) => hitOf(task, count, passage)));
  return {
    hits: hits.slice(0, limit),
    places: found.reduce((sum, one) => sum + one.places, 0),
    tasks: found.length,
    isIndexed: false,
  };
}

function scanOrSkip(folder: TaskFolder, places: HistoryPlaces, query: HistoryQuery): FoundTask | undefined {
  try {
    const summary = summarizeTask(folder, () => false);
    const task = summary && withHolder(summary, folder, places);
    return task && fits(task, query) ? { task, ...scanLog(folder, query.terms) } : undefined;
  } catch (error) {
    // One that cannot be read must not keep the others from being found.
    if (isSystemError(error)) return undefined;
    throw error;
  }
}

function scanLog(folder: TaskFolder, terms: readonly Term[]): { places: number; passages: FoundPassage[] } {
  const passages: FoundPassage[] = [];
  let places = 0;
  withFile(folder.log, (file) =>
    readPassages(file, logStart, ({ event, passage }) => {
      const marks = findTerms(passage.text, terms);
      if (!marks) return;
      places += 1;
      passages.unshift({ event, passage, marks });
      passages.splice(hitsPerTask);
    }),
  );
  return { places, passages };
}
