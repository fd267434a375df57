import {
  type EventDraft,
  logFormat,
  noUsage,
  type RunStatus,
  type TaskId,
  taskIdSchema,
  userMessage,
} from "@roo-code/types";

/** Minimal drafts of the events that every log contains, for tests of logs. */
export const eventDrafts = {
  taskStart: (taskId: TaskId, cwd = "/project"): EventDraft => ({
    type: "task.start",
    taskId,
    mode: "code",
    environment: { cwd, platform: "linux", shell: "/bin/sh", date: "2030-01-01" },
    format: logFormat,
  }),
  runStart: (): EventDraft => ({
    type: "run.start",
    provider: "scripted",
    model: "scripted-1",
    limits: {},
    autoApprove: [],
    attended: false,
    pid: 1,
    version: "0.1.0",
  }),
  runEnd: (status: RunStatus, result: string | null = null): EventDraft => ({
    type: "run.end",
    status,
    result,
    turns: 0,
    usage: noUsage(),
    filesChanged: [],
    durationMs: 0,
  }),
  message: (text: string, opId = text): EventDraft => ({ type: "message.added", opId, message: userMessage(text) }),
  notice: (message: string): EventDraft => ({ type: "notice.added", code: "note", message }),
} as const;

export function testTaskId(name: string): TaskId {
  return taskIdSchema.parse(name);
}
