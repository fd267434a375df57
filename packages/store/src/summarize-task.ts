import type { EventOf, TaskEvent, TaskStatus, TaskSummary } from "@roo-code/types";
import { type FileWindows, withFile } from "./file-window.ts";
import { taskDamaged } from "./log-errors.ts";
import { hasEnvelope, newline, parseEvents, parseLine } from "./read-log.ts";
import type { TaskFolder } from "./task-folder.ts";
import { taskTitle } from "./task-title.ts";

/** Logs up to this size are checked line by line; in larger ones, damage between the ends is found when they are read. */
const checkedBytes = 16 * 1024;
/** Enough of either end for most logs, of which a list reads thousands. Small enough for a pooled buffer. */
const windowBytes = 2 * 1024;
/** The first message starts within this much, unless it is large itself. */
const maxHeadBytes = 16 * 1024;
/** No first event is larger than this, even with long rules. */
const maxFirstEventBytes = 16 * 1024 * 1024;

/**
 * Events that may follow a run's end without the task running again: an undo adds a change, a message waits for the next
 * run, a program switches the mode or runs a subtask.
 */
const keepsStatus: ReadonlySet<TaskEvent["type"]> = new Set([
  "message.added",
  "abort.requested",
  "condense.requested",
  "notice.added",
  "snapshot.added",
  "change.added",
  "mode.start",
  "subtask.start",
  "subtask.end",
]);

interface LogHead {
  /** undefined if the first line is not an event. */
  readonly first: TaskEvent | undefined;
  /** The first message, if it is near the start. */
  readonly message: EventOf<"message.added"> | undefined;
}

interface LogTail {
  /** undefined if there is no complete event. */
  readonly last: TaskEvent | undefined;
  /** Set if no run was started after it. */
  readonly runEnd: EventOf<"run.end"> | undefined;
}

/** The summary of one task; undefined if its log has no complete event. */
export function summarizeTask(folder: TaskFolder, isHeld: () => boolean): TaskSummary | undefined {
  return withFile(folder.log, (file) => {
    const { first, message } = readLogHead(file);
    const tail = readTailUnlessDamaged(file, folder.logName);
    if (tail && !tail.last) return undefined;
    const changedAt = new Date(file.mtimeMs).toISOString();
    return {
      taskId: folder.taskId,
      status: first && tail ? statusOf(tail, isHeld) : "damaged",
      title: message ? taskTitle(message.message) : "",
      cwd: isStart(first) ? first.environment.cwd : "",
      mode: isStart(first) ? first.mode : "",
      createdAt: first?.at ?? changedAt,
      updatedAt: tail?.last?.at ?? changedAt,
      events: tail?.last?.seq ?? 0,
      parent: isStart(first) && first.parent ? { taskId: first.parent.taskId, agent: first.parent.agent } : undefined,
    };
  });
}

function readTailUnlessDamaged(file: FileWindows, logName: string): LogTail | undefined {
  try {
    if (file.size <= checkedBytes) parseEvents(file.read(0, file.size), { file: logName, firstSeq: 1 });
    return readLogTail(file, logName);
  } catch {
    return undefined;
  }
}

function statusOf({ runEnd }: LogTail, isHeld: () => boolean): TaskStatus {
  if (runEnd) return runEnd.status;
  return isHeld() ? "running" : "interrupted";
}

function isStart(event: TaskEvent | undefined): event is EventOf<"task.start"> {
  return event?.type === "task.start";
}

/** Reads more than one window only for a large first event or message, such as one with long rules or an image. */
function readLogHead(file: FileWindows): LogHead {
  for (let length = windowBytes; ; length *= 4) {
    const bytes = file.read(0, length);
    const { first, message, endedAt } = scanHead(bytes);
    if (message || bytes.length < length || !isWorthMore(bytes, endedAt)) return { first, message };
  }
}

/** Whether reading on may find the first event and message. `endedAt`: where the last complete line ended. */
function isWorthMore(bytes: Buffer, endedAt: number): boolean {
  // It stopped at a complete line that is not an event; nothing after that counts.
  if (bytes.includes(newline, endedAt)) return false;
  if (bytes.length < maxHeadBytes || isMessageLine(bytes, endedAt)) return true;
  return endedAt === 0 && bytes.length < maxFirstEventBytes && isStartLine(bytes);
}

/** Reads backwards until the status is known. Throws `task_damaged`. */
function readLogTail(file: FileWindows, logName: string): LogTail {
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

/** `type` is among the first keys of a line. */
function isMessageLine(bytes: Buffer, start: number): boolean {
  return bytes.toString("latin1", start, start + 100).includes('"type":"message.added"');
}

function isStartLine(bytes: Buffer): boolean {
  return bytes.toString("latin1", 0, 100).includes('"type":"task.start"');
}

/** From the last line backwards; undefined if the window does not reach back far enough. */
function scanTail(bytes: Buffer, log: { isWhole: boolean; logName: string }): LogTail | undefined {
  let last: TaskEvent | undefined;
  let next: TaskEvent | undefined;
  for (let end = bytes.lastIndexOf(newline); end !== -1; ) {
    const start = end === 0 ? 0 : bytes.lastIndexOf(newline, end - 1) + 1;
    // The line may start before the window.
    if (start === 0 && !log.isWhole) return undefined;
    const event = parseLine(bytes, start, end);
    end = start - 1;
    if (!hasEnvelope(event) || (next && event.seq !== next.seq - 1)) {
      // Invalid lines after the last valid one come from a crash; before it they are damage.
      if (!next) continue;
      throw taskDamaged({ file: log.logName, line: next.seq - 1, reason: "it is not the event before the next one" });
    }
    next = event;
    last ??= event;
    if (event.type === "run.end") return { last, runEnd: event };
    if (!keepsStatus.has(event.type)) return { last, runEnd: undefined };
  }
  return log.isWhole ? { last, runEnd: undefined } : undefined;
}
