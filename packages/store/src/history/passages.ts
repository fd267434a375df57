import type { TaskEvent, TaskEventType } from "@roo-code/types";
import { type FileWindows, withFile } from "../file-window.ts";
import { hasEnvelope, newline, parseLine } from "../read-log.ts";

const windowBytes = 1024 * 1024;
/** Longer lines are skipped. */
const maxLineLength = 64 * 1024 * 1024;

/** A line of a log with searchable text. */
interface PassageLine {
  /** Counted from 1. Unlike `seq`, no two lines of a damaged log share it. */
  readonly line: number;
  readonly offset: number;
  readonly length: number;
  readonly event: TaskEvent;
  readonly passage: Passage;
}

/** How far a log was read. */
export interface LogPosition {
  readonly offset: number;
  readonly line: number;
}

export const logStart: LogPosition = { offset: 0, line: 0 };

/**
 * Reads the passages of complete lines from a position on; returns the position after the last one. Lines that are not
 * events are skipped, so that damage only affects the lines it hit.
 */
export function readPassages(
  file: FileWindows,
  from: LogPosition,
  onPassage: (line: PassageLine) => void,
): LogPosition {
  let { offset, line } = from;
  for (let length = windowBytes; offset < file.size; ) {
    const bytes = file.read(offset, length);
    let start = 0;
    for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, start)) {
      line += 1;
      const parsed = parsePassage(bytes, start, end);
      if (parsed) onPassage({ line, offset: offset + start, length: end - start, ...parsed });
      start = end + 1;
    }
    offset += start;
    const isAtEnd = bytes.length < length;
    if (start === 0 && (isAtEnd || length >= maxLineLength)) break;
    length = start === 0 ? length * 4 : windowBytes;
  }
  return { offset, line };
}

/** Reads a line again; undefined if it is no longer there. */
export function readPassageAt(
  log: string,
  { offset, length }: { readonly offset: number; readonly length: number },
): { readonly event: TaskEvent; readonly passage: Passage } | undefined {
  return withFile(log, (file) => {
    const bytes = file.read(offset, length);
    return parsePassage(bytes, 0, bytes.length);
  });
}

/** `type` is within the first bytes of a line. */
const typePrefixBytes = 120;

function parsePassage(bytes: Buffer, start: number, end: number): { event: TaskEvent; passage: Passage } | undefined {
  if (!mayHavePassage(bytes.toString("latin1", start, Math.min(end, start + typePrefixBytes)))) return undefined;
  const event = parseLine(bytes, start, end);
  const passage = hasEnvelope(event) ? passageOf(event) : undefined;
  return hasEnvelope(event) && passage ? { event, passage } : undefined;
}

export type Speaker = "you" | "agent" | "tool";

/** The searchable text of one event. */
export interface Passage {
  readonly who: Speaker;
  /** The tool, if it is tool output. */
  readonly tool?: string;
  readonly text: string;
}

/** Only this much of an event is searchable. */
const maxTextLength = 512 * 1024;

/** The searchable fields of each event, and their speaker. */
const passageFields: Readonly<Partial<Record<TaskEventType, { who: Speaker; fields: readonly string[] }>>> = {
  "message.added": { who: "you", fields: ["message"] },
  "question.end": { who: "you", fields: ["answer"] },
  "approval.end": { who: "you", fields: ["feedback"] },
  "turn.end": { who: "agent", fields: ["message"] },
  "question.requested": { who: "agent", fields: ["question", "suggestions"] },
  "tool.end": { who: "tool", fields: ["content"] },
};
const passageTypes = Object.keys(passageFields).map((type) => `"type":"${type}"`);

/** Checks the start of a line for its `type`: most events have no searchable text and need not be parsed. */
function mayHavePassage(lineStart: string): boolean {
  return passageTypes.some((type) => lineStart.includes(type));
}

/** undefined for an event without searchable text. Does not trust the fields: the log may be damaged or newer. */
function passageOf(event: TaskEvent): Passage | undefined {
  const source = passageFields[event.type];
  if (!source) return undefined;
  const parts: string[] = [];
  for (const field of source.fields) {
    const value = valueOf(event, field);
    collectText(field === "message" ? partsOf(value) : value, parts);
  }
  const text = parts.join("\n").slice(0, maxTextLength);
  if (text.trim() === "") return undefined;
  const tool = source.who === "tool" ? valueOf(event, "name") : undefined;
  return { who: source.who, text, tool: typeof tool === "string" ? tool : undefined };
}

/** Text, reasoning and call arguments; no images and no signatures. */
function partsOf(message: unknown): readonly unknown[] {
  const content = valueOf(message, "content");
  if (!Array.isArray(content)) return [content];
  return content.flatMap((part: unknown) => [valueOf(part, "text"), valueOf(part, "input")]);
}

function valueOf(record: unknown, key: string): unknown {
  return typeof record === "object" && record !== null ? Reflect.get(record, key) : undefined;
}

/** The strings inside a value, in order, up to a maximum depth. */
function collectText(value: unknown, into: string[], depth = 32): void {
  if (typeof value === "string") into.push(value);
  else if (typeof value === "object" && value !== null && depth > 0) {
    for (const item of Object.values(value)) collectText(item, into, depth - 1);
  }
}
