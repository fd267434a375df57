import type { EventRange, TaskEvent } from "@roo-code/types";
import { type FileWindows, withFile } from "./file-window.ts";
import { isMissing, taskNotFound } from "./log-errors.ts";
import { hasEnvelope, newline, parseEvents, parseLine } from "./read-log.ts";
import { hasLog, type TaskFolder } from "./task-folder.ts";

/** How much is read to find a line, and how much at once of the requested lines. */
const probeBytes = 16 * 1024;
const windowBytes = 256 * 1024;

/** Reads a part of a log without the rest. Throws `task_not_found`, and `task_damaged` for what it reads. */
export function readRange(folder: TaskFolder, range: EventRange): TaskEvent[] {
  const events = hasLog(folder)
    ? ifExists(() => withFile(folder.log, (file) => eventsIn(file, folder, range)))
    : undefined;
  if (!events) throw taskNotFound(folder.taskId);
  return events;
}

/** Where the event after `seq` starts or will start; undefined if the log is shorter. */
export function positionAfter(folder: TaskFolder, seq: number): number | undefined {
  return ifExists(() => withFile(folder.log, (file) => (lastSeq(file) < seq ? undefined : seekEvent(file, seq + 1))));
}

/**
 * undefined if there is no complete event.
 * @internal
 */
export function eventsIn(
  file: FileWindows,
  { logName }: Pick<TaskFolder, "logName">,
  { afterSeq, beforeSeq = Infinity, limit = Infinity }: EventRange,
): TaskEvent[] | undefined {
  const last = lastSeq(file);
  if (last === 0) return undefined;
  const end = Math.min(last, beforeSeq - 1);
  const first = afterSeq === undefined ? Math.max(1, end - limit + 1) : afterSeq + 1;
  const count = Math.min(limit, end - first + 1);
  const events: TaskEvent[] = [];
  if (count <= 0) return events;
  for (let position = seekEvent(file, first), length = windowBytes; events.length < count; ) {
    const bytes = file.read(position, length);
    const parsed = parseEvents(bytes, { file: logName, firstSeq: first + events.length });
    for (const event of parsed.events) events.push(event);
    position += parsed.goodBytes;
    if (bytes.length < length) break;
    length = parsed.goodBytes === 0 ? length * 4 : windowBytes;
  }
  return events.slice(0, count);
}

/** Binary search by event number; lines that are not events count as after all events. */
function seekEvent(file: FileWindows, seq: number): number {
  let low = 0;
  for (let high = file.size; high - low > probeBytes; ) {
    const middle = Math.floor((low + high) / 2);
    const [start = high] = lineStarts(file, middle);
    if (start < high && seqAt(file, start) < seq) low = start;
    else high = middle;
  }
  if (seqAt(file, low) >= seq) return low;
  for (const start of lineStarts(file, low)) if (seqAt(file, start) >= seq) return start;
  return file.size;
}

/** The start positions of the lines after `from`. */
function* lineStarts(file: FileWindows, from: number): Generator<number, undefined> {
  for (let at = from; at < file.size; ) {
    const bytes = file.read(at, probeBytes);
    if (bytes.length === 0) return;
    for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, end + 1)) yield at + end + 1;
    at += bytes.length;
  }
}

/** A line starts with the number of its event. */
function seqAt(file: FileWindows, start: number): number {
  const head = file.read(start, 32).toString("latin1");
  return Number(/^\{"seq":(\d+),/.exec(head)?.[1] ?? Infinity);
}

/** 0 if there is no complete event. An incomplete line of a crash may follow the last one. */
function lastSeq(file: FileWindows): number {
  for (let length = probeBytes; ; length *= 4) {
    const from = Math.max(0, file.size - length);
    const bytes = file.read(from, length);
    for (let end = bytes.lastIndexOf(newline); end > 0; ) {
      const start = bytes.lastIndexOf(newline, end - 1) + 1;
      // The line may start before the window.
      if (start === 0 && from > 0) break;
      const event = parseLine(bytes, start, end);
      if (hasEnvelope(event)) return event.seq;
      end = start - 1;
    }
    if (from === 0) return 0;
  }
}

function ifExists<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
