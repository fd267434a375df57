import { type EventOf, messageText, type TaskEvent, type TaskStatus, type TaskSummary } from "@roo-code/types";
import { type FileWindows, withFile } from "./file-window.ts";
import { type LogTail, readLogHead, readLogTail } from "./log-ends.ts";
import { parseEvents } from "./parse-events.ts";
import type { TaskFolder } from "./task-folder.ts";

/** Logs up to this size are checked line by line; of larger ones, damage between the ends shows when they are read. */
const checkedBytes = 16 * 1024;
const titleLength = 80;

/** What a list shows of one task; undefined when its log holds no whole event. */
export function summarizeTask(folder: TaskFolder, isHeld: () => boolean): TaskSummary | undefined {
  return withFile(folder.log, (file) => {
    const { first, message } = readLogHead(file);
    const tail = readTailUnlessDamaged(file, folder.logName);
    if (tail && !tail.last) return undefined;
    const changedAt = new Date(file.mtimeMs).toISOString();
    return {
      taskId: folder.taskId,
      status: first && tail ? statusOf(tail, isHeld) : "damaged",
      title: message ? titleOf(message) : "",
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

function titleOf({ message }: EventOf<"message.added">): string {
  const [line = ""] = messageText(message).trimStart().split(/\r?\n/, 1);
  // The cut may leave half of a character that takes two units.
  return line
    .slice(0, titleLength)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trimEnd();
}
