import type { TaskEvent } from "@roo-code/types";
import { taskDamaged } from "./log-errors.ts";

export const newline = 0x0a;

export interface ParsedEvents {
  readonly events: TaskEvent[];
  /** Where the last good line ends. What follows was torn off by a crash, or is still being written. */
  readonly goodBytes: number;
}

/**
 * Reads whole lines from `bytes`, the first of which must be event number `firstSeq`. Checks the envelope alone:
 * types and fields of a newer version pass through. Throws `task_damaged` for a bad line that good ones follow.
 */
export function parseEvents(bytes: Buffer, log: { file: string; firstSeq: number }): ParsedEvents {
  const events: TaskEvent[] = [];
  let start = 0;
  for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, start)) {
    const seq = log.firstSeq + events.length;
    const value = parseLine(bytes, start, end);
    if (value === undefined && !hasEventAfter(bytes, end)) break;
    if (!isEvent(value, seq)) throw taskDamaged({ file: log.file, line: seq, reason: fault(value, seq) });
    events.push(value);
    start = end + 1;
  }
  return { events, goodBytes: start };
}

/** undefined for what is no JSON. */
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

/** A crash may leave several lines of rubbish at the end, but never a good line behind a bad one. */
function hasEventAfter(bytes: Buffer, lineEnd: number): boolean {
  let start = lineEnd + 1;
  for (let end = bytes.indexOf(newline, start); end !== -1; end = bytes.indexOf(newline, start)) {
    if (hasEnvelope(parseLine(bytes, start, end))) return true;
    start = end + 1;
  }
  return false;
}

function fault(value: unknown, seq: number): string {
  if (value === undefined) return "it is not valid JSON";
  if (!hasEnvelope(value)) return "it is not an event with seq, at and type";
  return `it should be event ${seq} and is event ${value.seq}`;
}
