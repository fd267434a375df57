import { sep } from "node:path";
import type { TaskEvent, TaskSummary } from "@roo-code/types";
import { type FenceOptions, lookAtFence } from "../fence-sighting.ts";
import type { TaskFolder } from "../task-folder.ts";
import type { Mark } from "./find-terms.ts";
import type { HistoryQuery } from "./history-query.ts";
import type { Passage, Speaker } from "./passage.ts";
import { snippetOf } from "./snippet.ts";

/** A place in a task's transcript. */
export interface HistoryHit {
  readonly task: TaskSummary;
  /** How many places of this task were found; a few of them are handed out. */
  readonly placesInTask: number;
  /** The event's number and time. */
  readonly seq: number;
  readonly at: string;
  readonly who: Speaker;
  readonly tool?: string;
  readonly snippet: string;
  /** Where in the snippet the words stand. */
  readonly marks: readonly Mark[];
}

export interface HistorySearch {
  /** Tasks that went on last come first; within one, the last place. */
  readonly hits: readonly HistoryHit[];
  /** All that was found, handed out or not. */
  readonly places: number;
  readonly tasks: number;
  /** Without an index, every log was read. */
  readonly isIndexed: boolean;
}

/** So many places of one task at most: others want to be seen too. */
export const hitsPerTask = 3;

export function hitOf(
  task: TaskSummary,
  placesInTask: number,
  found: { readonly event: TaskEvent; readonly passage: Passage; readonly marks: readonly Mark[] },
): HistoryHit {
  const { event, passage, marks } = found;
  const snippet = snippetOf(passage.text, marks);
  return {
    task,
    placesInTask,
    seq: event.seq,
    at: event.at,
    who: passage.who,
    ...(passage.tool !== undefined && { tool: passage.tool }),
    snippet: snippet.text,
    marks: snippet.marks,
  };
}

/** A summary that was made without asking who holds the task. */
export function withHolder(summary: TaskSummary, folder: TaskFolder, options: FenceOptions): TaskSummary {
  if (summary.status !== "interrupted") return summary;
  return lookAtFence(folder.path, options)?.state === "held" ? { ...summary, status: "running" } : summary;
}

export function fits(summary: TaskSummary, { cwd, status, since }: HistoryQuery): boolean {
  if (status !== undefined && summary.status !== status) return false;
  if (since !== undefined && !(Date.parse(summary.updatedAt) >= since)) return false;
  return cwd === undefined || summary.cwd === cwd || summary.cwd.startsWith(cwd.endsWith(sep) ? cwd : cwd + sep);
}

export function lastUsedFirst(left: { task: TaskSummary }, right: { task: TaskSummary }): number {
  return compare(right.task.updatedAt, left.task.updatedAt) || compare(right.task.taskId, left.task.taskId);
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
