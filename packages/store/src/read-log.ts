import { readFile } from "node:fs/promises";
import type { TaskEvent } from "@roo-code/types";
import { isMissing, taskDamaged, taskNotFound } from "./log-errors.ts";
import { hasLog, type TaskFolder } from "./task-folder.ts";

export const newline = 0x0a;

export interface LogContent {
  /** At least one. */
  readonly events: TaskEvent[];
  /** The lines of these events. */
  readonly goodBytes: Buffer;
  /** How many bytes of an incomplete line follow. */
  readonly tornBytes: number;
}

/** Reads the whole log. Throws `task_not_found` if it has no event, and `task_damaged`. */
export async function readLog(folder: TaskFolder): Promise<LogContent> {
  const bytes = hasLog(folder) ? await readIfExists(folder.log) : undefined;
  const { events, goodBytes } = parseEvents(bytes ?? Buffer.alloc(0), { file: folder.logName, firstSeq: 1 });
  if (bytes === undefined || events.length === 0) throw taskNotFound(folder.taskId);
  return { events, goodBytes: bytes.subarray(0, goodBytes), tornBytes: bytes.length - goodBytes };
}

async function readIfExists(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export interface ParsedEvents {
  readonly events: TaskEvent[];
  /** Where the last valid line ends. What follows was cut off by a crash, or is still being written. */
  readonly goodBytes: number;
}

/**
 * Parses the complete lines of `bytes`, the first of which must be event number `firstSeq`. Checks only the envelope:
 * types and fields of a newer version pass through. Throws `task_damaged` for an invalid line before a valid one.
 */
export function parseEvents(bytes: Buffer, log: { file: string; firstSeq: number }): ParsedEvents {
  const events: TaskEvent[] = [];
  let start = 0;
  for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, start)) {
    const seq = log.firstSeq + events.length;
    const value = parseLine(bytes, start, end);
    if (value === undefined && !hasEventAfter(bytes, end)) break;
    if (!isEvent(value, seq)) throw taskDamaged({ file: log.file, line: seq, reason: describeProblem(value, seq) });
    events.push(value);
    start = end + 1;
  }
  return { events, goodBytes: start };
}

/** undefined for invalid JSON. */
export function parseLine(bytes: Buffer, start: number, end: number): unknown {
  try {
    return JSON.parse(bytes.toString("utf8", start, end));
  } catch {
    return undefined;
  }
}

export function hasEnvelope(value: unknown): value is TaskEvent {
  if (typeof value !== "object" || value === null) return false;
  const { seq, at, type } = value as Partial<Record<"seq" | "at" | "type", unknown>>;
  return typeof seq === "number" && typeof at === "string" && typeof type === "string";
}

function isEvent(value: unknown, seq: number): value is TaskEvent {
  return hasEnvelope(value) && value.seq === seq;
}

/** A crash may leave several invalid lines at the end, but never a valid line after an invalid one. */
function hasEventAfter(bytes: Buffer, lineEnd: number): boolean {
  let start = lineEnd + 1;
  for (let end = bytes.indexOf(newline, start); end !== -1; end = bytes.indexOf(newline, start)) {
    if (hasEnvelope(parseLine(bytes, start, end))) return true;
    start = end + 1;
  }
  return false;
}

function describeProblem(value: unknown, seq: number): string {
  if (value === undefined) return "it is not valid JSON";
  if (!hasEnvelope(value)) return "it is not an event with seq, at and type";
  return `it should be event ${seq} and is event ${value.seq}`;
}
