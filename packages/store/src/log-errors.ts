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
    message: `Task ${taskId} already exists.`,
    next: "Resume that task, or start one with another id.",
  });
}

export function taskBusy(taskId: TaskId, holder: Holder | undefined): RooError {
  const who = holder ? `process ${holder.pid} on ${holder.hostname}` : "another process that is starting";
  return new RooError({
    code: "task_busy",
    message: `Task ${taskId} is held by ${who}.`,
    next: "Wait until it is done, or stop that process. A process on another machine counts as dead after a minute without a sign of life.",
  });
}

export function taskLost(taskId: TaskId): RooError {
  return new RooError({
    code: "task_lost",
    message: `Task ${taskId} was taken over by another process or deleted; this process no longer writes to it.`,
    next: "Continue in the process that took it over.",
  });
}

/** `file` is relative to the folder of all tasks. */
export function taskDamaged(location: { file: string; line: number; reason: string }): RooError {
  const { file, line, reason } = location;
  return new RooError({
    code: "task_damaged",
    message: `The log of this task is damaged: ${file}, line ${line}: ${reason}.`,
    next: `Cut ${file} before line ${line} to keep what came before, or delete the task.`,
  });
}

export function taskClosed(taskId: TaskId): RooError {
  return new RooError({
    code: "log_write_failed",
    message: `Task ${taskId} was closed by this process; nothing more is written to it.`,
    next: "Resume the task.",
  });
}

export function writeFailed(taskId: TaskId, cause: unknown): RooError {
  if (isDiskFull(cause)) {
    return new RooError({
      code: "disk_full",
      message: `No disk space left for the log of task ${taskId}; everything recorded before is safe.`,
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

/** An error of the operating system, not a bug. */
export function isSystemError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
