import { readFile } from "node:fs/promises";
import type { TaskEvent } from "@roo-code/types";
import { isMissing, taskNotFound } from "./log-errors.ts";
import { parseEvents } from "./parse-events.ts";
import { hasLog, type TaskFolder } from "./task-folder.ts";

export interface LogContent {
  /** At least one. */
  readonly events: TaskEvent[];
  /** The lines of these events. */
  readonly goodBytes: Buffer;
  /** How much follows that is no whole line. */
  readonly tornBytes: number;
}

/** The whole log. Throws `task_not_found` where not one event is, and `task_damaged`. */
export async function readLog(folder: TaskFolder): Promise<LogContent> {
  const bytes = hasLog(folder) ? await readIfThere(folder.log) : undefined;
  const { events, goodBytes } = parseEvents(bytes ?? Buffer.alloc(0), { file: folder.logName, firstSeq: 1 });
  if (bytes === undefined || events.length === 0) throw taskNotFound(folder.taskId);
  return { events, goodBytes: bytes.subarray(0, goodBytes), tornBytes: bytes.length - goodBytes };
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
