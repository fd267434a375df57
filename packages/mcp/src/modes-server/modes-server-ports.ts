import type { ApprovalDecision, EventOf, Mode, TaskEvent, TaskId, TaskState, TaskStatus } from "@roo-code/types";

/** What the server needs from the host. */
export interface ModesServerPorts {
  readonly version: string;
  /** The current modes of the folder. */
  readonly modes: () => Promise<readonly Mode[]>;
  readonly commands: () => Promise<readonly ServedCommand[]>;
  /** The text of a slash command with its arguments. Throws `RooError` `unknown_command`. */
  readonly expand: (name: string, args: string) => Promise<string>;
  readonly tasks: ServedTasks;
  /** Calls back after modes or commands have changed, until the returned function is called. */
  readonly follow: (onChange: () => void) => Promise<() => void>;
}

export interface ServedCommand {
  readonly name: string;
  readonly description?: string;
  /** Describes its arguments, for people. */
  readonly argumentHint?: string;
}

/** The tasks of one folder. Members that take an id throw `RooError` `task_not_found` for any other task. */
export interface ServedTasks {
  /** Resolves once its first message is on disk. Throws `RooError`, `unknown_mode` and `no_provider` among others. */
  start(request: { readonly prompt: string; readonly mode: string | undefined }): Promise<TaskId>;
  /** Answers the task's open question, if any; else sends it a message, which resumes a task that has ended. */
  say(taskId: TaskId, text: string): Promise<void>;
  /** Throws `RooError`, or `ToolFailure` for an unknown mode. */
  switchMode(taskId: TaskId, change: { readonly mode: string; readonly reason: string }): Promise<void>;
  answer(taskId: TaskId, answer: ApprovalAnswer): Promise<void>;
  /** Resolves when the run has ended. Throws `RooError` `task_not_running`. */
  cancel(taskId: TaskId): Promise<void>;
  overview(taskId: TaskId): Promise<TaskOverview>;
  events(taskId: TaskId, afterSeq: number): Promise<readonly TaskEvent[]>;
  /** Calls back for each task that has changed and for its root task, until the returned function is called. */
  observe(listener: (taskId: TaskId) => void): () => void;
}

export interface ApprovalAnswer {
  readonly callId: string;
  readonly decision: ApprovalDecision;
  readonly feedback?: string | undefined;
}

export interface TaskOverview {
  readonly state: Readonly<TaskState>;
  readonly status: TaskStatus;
  /** Open questions of the task and its subtasks, oldest first. */
  readonly questions: readonly TaskQuestion[];
}

export type TaskQuestion = { readonly taskId: TaskId } & (
  | EventOf<"approval.requested">
  | EventOf<"question.requested">
);
