import type { TaskEvent } from "@roo-code/types";
import { type FileWindows, withFile } from "../file-window.ts";
import { hasEnvelope, newline, parseLine } from "../parse-events.ts";
import { maySpeak, type Passage, passageOf } from "./passage.ts";

const windowBytes = 1024 * 1024;
/** A line longer than this is nobody's words. */
const longestLine = 64 * 1024 * 1024;

/** One line of a log that says something. */
export interface SpokenLine {
  /** Counted from 1. Unlike `seq`, no two lines of a damaged log share it. */
  readonly line: number;
  readonly offset: number;
  readonly length: number;
  readonly event: TaskEvent;
  readonly passage: Passage;
}

/** How far a log was read. */
export interface LogPlace {
  readonly offset: number;
  readonly line: number;
}

export const logStart: LogPlace = { offset: 0, line: 0 };

/**
 * Hands out what whole lines say from a place on; returns the place behind the last of them. Lines that are no events
 * are passed over: damage costs what it hit and nothing else.
 */
export function readPassages(file: FileWindows, from: LogPlace, take: (line: SpokenLine) => void): LogPlace {
  let { offset, line } = from;
  for (let length = windowBytes; offset < file.size; ) {
    const bytes = file.read(offset, length);
    let start = 0;
    for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, start)) {
      line += 1;
      const spoken = spokenLine(bytes, start, end);
      if (spoken) take({ line, offset: offset + start, length: end - start, ...spoken });
      start = end + 1;
    }
    offset += start;
    const isAtEnd = bytes.length < length;
    if (start === 0 && (isAtEnd || length >= longestLine)) break;
    length = start === 0 ? length * 4 : windowBytes;
  }
  return { offset, line };
}

/** One line again, from where it was; undefined when it is not there any more. */
export function readPassageAt(
  log: string,
  { offset, length }: { readonly offset: number; readonly length: number },
): { readonly event: TaskEvent; readonly passage: Passage } | undefined {
  return withFile(log, (file) => {
    const bytes = file.read(offset, length);
    return spokenLine(bytes, 0, bytes.length);
  });
}

const typeWithin = 120;

function spokenLine(bytes: Buffer, start: number, end: number): { event: TaskEvent; passage: Passage } | undefined {
  if (!maySpeak(bytes.toString("latin1", start, Math.min(end, start + typeWithin)))) return undefined;
  const event = parseLine(bytes, start, end);
  const passage = hasEnvelope(event) ? passageOf(event) : undefined;
  return hasEnvelope(event) && passage ? { event, passage } : undefined;
}
