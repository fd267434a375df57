import { RooError, type TaskId } from "@roo-code/types";
import type { Holder } from "./holder.ts";

export function taskNotFound(taskId: TaskId): RooError {
  return new RooError({
    code: "task_not_found",
    message: `There is no task ${taskId}.`,
    next: "List the tasks and use the id of one of them.",
  });
}

export function taskExists(taskId: TaskId): RooError {
  return new RooError({
    code: "task_exists",
    message: `There is already a task ${taskId}.`,
    next: "Resume that task, or start one with another id.",
  });
}

export function taskBusy(taskId: TaskId, holder: Holder | undefined): RooError {
  const who = holder ? `process ${holder.pid} on ${holder.hostname}` : "another process that is just starting";
  return new RooError({
    code: "task_busy",
    message: `Task ${taskId} is held by ${who}.`,
    next: "Wait until it is done or stop that process; one that died on another machine is given up after a minute.",
  });
}

export function taskLost(taskId: TaskId): RooError {
  return new RooError({
    code: "task_lost",
    message: `Task ${taskId} was taken over by another process or deleted; nothing more is written to it from here.`,
    next: "Go on where the task was taken over.",
  });
}

/** `file` is relative to the folder of all tasks. Events are numbered by line, so a line is all that is needed. */
export function taskDamaged(place: { file: string; line: number; reason: string }): RooError {
  const { file, line, reason } = place;
  return new RooError({
    code: "task_damaged",
    message: `The log of this task is damaged: ${file}, line ${line}: ${reason}.`,
    next: `Cut ${file} before line ${line} to keep what came before, or delete the task.`,
  });
}

export function taskClosed(taskId: TaskId): RooError {
  return new RooError({
    code: "log_write_failed",
    message: `Task ${taskId} was let go by this process; nothing more is written to it.`,
    next: "Resume the task.",
  });
}

export function writeFailed(taskId: TaskId, cause: unknown): RooError {
  if (isDiskFull(cause)) {
    return new RooError({
      code: "disk_full",
      message: `No space left to record what task ${taskId} does; what was recorded before is safe.`,
      next: "Free some disk space, then resume the task.",
      cause,
    });
  }
  return new RooError({
    code: "log_write_failed",
    message: `The log of task ${taskId} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`,
    next: "Check the disk, then resume the task.",
    cause,
  });
}

export function isDiskFull(error: unknown): boolean {
  return hasCode(error, "ENOSPC") || hasCode(error, "EDQUOT");
}

export function isMissing(error: unknown): boolean {
  return hasCode(error, "ENOENT") || hasCode(error, "ENOTDIR");
}

/** An answer of the operating system, not a mistake of ours. */
export function isSystemError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
