import type { EventOf, TaskEvent } from "@roo-code/types";
import type { FileWindows } from "./file-window.ts";
import { taskDamaged } from "./log-errors.ts";
import { hasEnvelope, newline, parseLine } from "./parse-events.ts";

/** Most logs need no more than this of either end, and a list looks at thousands of them. Small enough to be pooled. */
const windowBytes = 2 * 1024;
/** The first message comes within so much, unless it is large itself. */
const soonBytes = 16 * 1024;
/** No first event is larger than this, whatever rules it holds. */
const firstEventBytes = 16 * 1024 * 1024;

/** Events that may follow a run's end without the task running again: an undo adds a change, a message waits for the next run. */
const saysNothing: ReadonlySet<TaskEvent["type"]> = new Set([
  "message.added",
  "abort.requested",
  "condense.requested",
  "notice.added",
  "snapshot.added",
  "change.added",
]);

export interface LogHead {
  /** The first event; undefined when the first line holds none. */
  readonly first: TaskEvent | undefined;
  /** The first message, when it comes soon. */
  readonly message: EventOf<"message.added"> | undefined;
}

export interface LogTail {
  /** undefined when there is no whole event. */
  readonly last: TaskEvent | undefined;
  /** Set when no run was begun after it. */
  readonly runEnd: EventOf<"run.end"> | undefined;
}

/** Reads far only for a first event or a message that is large, such as one with long rules or a picture. */
export function readLogHead(file: FileWindows): LogHead {
  for (let length = windowBytes; ; length *= 4) {
    const bytes = file.read(0, length);
    const { first, message, endedAt } = scanHead(bytes);
    if (message || bytes.length < length || !isWorthMore(bytes, endedAt)) return { first, message };
  }
}

/** Whether what follows a window may hold what it was read for. `endedAt`: where its last whole line ended. */
function isWorthMore(bytes: Buffer, endedAt: number): boolean {
  // A whole line that is no event ended it; nothing behind it counts.
  if (bytes.includes(newline, endedAt)) return false;
  if (bytes.length < soonBytes || isMessageLine(bytes, endedAt)) return true;
  return endedAt === 0 && bytes.length < firstEventBytes && isStartLine(bytes);
}

/** Reads on beyond the first window until it holds what tells the status. Throws `task_damaged`. */
export function readLogTail(file: FileWindows, logName: string): LogTail {
  for (let length = windowBytes; ; length *= 4) {
    const from = Math.max(0, file.size - length);
    const tail = scanTail(file.read(from, length), { isWhole: from === 0, logName });
    if (tail) return tail;
  }
}

function scanHead(bytes: Buffer): LogHead & { endedAt: number } {
  let first: TaskEvent | undefined;
  let start = 0;
  for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, start)) {
    const event = parseLine(bytes, start, end);
    if (!hasEnvelope(event)) break;
    first ??= event;
    if (event.type === "message.added") return { first, message: event, endedAt: start };
    start = end + 1;
  }
  return { first, message: undefined, endedAt: start };
}

/** `type` is among the first keys of a line, so its beginning tells. */
function isMessageLine(bytes: Buffer, start: number): boolean {
  return bytes.toString("latin1", start, start + 100).includes('"type":"message.added"');
}

function isStartLine(bytes: Buffer): boolean {
  return bytes.toString("latin1", 0, 100).includes('"type":"task.start"');
}

/** From the last line backwards; undefined when the window does not reach back far enough. */
function scanTail(bytes: Buffer, log: { isWhole: boolean; logName: string }): LogTail | undefined {
  let last: TaskEvent | undefined;
  let next: TaskEvent | undefined;
  for (let end = bytes.lastIndexOf(newline); end !== -1; ) {
    const start = end === 0 ? 0 : bytes.lastIndexOf(newline, end - 1) + 1;
    // The line may have begun before the window.
    if (start === 0 && !log.isWhole) return undefined;
    const event = parseLine(bytes, start, end);
    end = start - 1;
    if (!hasEnvelope(event) || (next && event.seq !== next.seq - 1)) {
      // Rubbish behind the last good line was torn off by a crash; before it, it is damage.
      if (!next) continue;
      throw taskDamaged({ file: log.logName, line: next.seq - 1, reason: "it is not the event before the next one" });
    }
    next = event;
    last ??= event;
    if (event.type === "run.end") return { last, runEnd: event };
    if (!saysNothing.has(event.type)) return { last, runEnd: undefined };
  }
  return log.isWhole ? { last, runEnd: undefined } : undefined;
}
