import { sep } from "node:path";
import type { TaskEvent, TaskSummary } from "@roo-code/types";
import { type FenceOptions, readFence } from "../fence.ts";
import type { TaskFolder } from "../task-folder.ts";
import type { Mark } from "./find-terms.ts";
import type { HistoryQuery } from "./history-query.ts";
import type { Passage, Speaker } from "./passages.ts";
import { snippetOf } from "./snippet.ts";

/** A match in a task's transcript. */
export interface HistoryHit {
  readonly task: TaskSummary;
  /** The number of matches in this task; only a few are returned. */
  readonly matchesInTask: number;
  /** The event's number and time. */
  readonly seq: number;
  readonly at: string;
  readonly who: Speaker;
  readonly tool?: string;
  readonly snippet: string;
  /** The positions of the words in the snippet. */
  readonly marks: readonly Mark[];
}

export interface HistorySearch {
  /** Most recently used tasks first; within a task, the last match first. */
  readonly hits: readonly HistoryHit[];
  /** All matches, returned or not. */
  readonly matches: number;
  readonly tasks: number;
  /** False if every log had to be read. */
  readonly isIndexed: boolean;
}

/** Maximum of matches per task, so that others are shown too. */
export const hitsPerTask = 3;

export function hitOf(
  task: TaskSummary,
  matchesInTask: number,
  found: { readonly event: TaskEvent; readonly passage: Passage; readonly marks: readonly Mark[] },
): HistoryHit {
  const { event, passage, marks } = found;
  const snippet = snippetOf(passage.text, marks);
  return {
    task,
    matchesInTask,
    seq: event.seq,
    at: event.at,
    who: passage.who,
    tool: passage.tool,
    snippet: snippet.text,
    marks: snippet.marks,
  };
}

/** Completes a summary that was created without checking whether the task is held. */
export function withHolder(summary: TaskSummary, folder: TaskFolder, options: FenceOptions): TaskSummary {
  if (summary.status !== "interrupted") return summary;
  return readFence(folder.path, options)?.state === "held" ? { ...summary, status: "running" } : summary;
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
