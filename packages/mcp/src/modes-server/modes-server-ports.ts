import type { ApprovalDecision, EventOf, Mode, TaskEvent, TaskId, TaskState, TaskStatus } from "@roo-code/types";

/** What the server needs of the rest of the program. */
export interface ModesServerPorts {
  readonly version: string;
  /** As the folder has them now. */
  readonly modes: () => Promise<readonly Mode[]>;
  readonly commands: () => Promise<readonly ServedCommand[]>;
  /** What a command stands for with words behind its name. Throws `RooError` `unknown_command`. */
  readonly expand: (name: string, words: string) => Promise<string>;
  readonly tasks: ServedTasks;
  /** Calls back after modes or commands have changed, until the returned function is called. */
  readonly follow: (onChange: () => void) => Promise<() => void>;
}

export interface ServedCommand {
  readonly name: string;
  readonly description?: string;
  /** What may follow its name, for people. */
  readonly argumentHint?: string;
}

/** The tasks of one folder. Whatever names one throws `RooError` `task_not_found` where it is none of them. */
export interface ServedTasks {
  /** Resolves once its first message is on disk. Throws `RooError`, `unknown_mode` and `no_provider` among others. */
  start(order: { readonly prompt: string; readonly mode: string | undefined }): Promise<TaskId>;
  /** Answers the task's question if it asks one; else it hears it when it can, or goes on. */
  say(taskId: TaskId, text: string): Promise<void>;
  /** Throws `RooError`, or `ToolFailure` where there is no such mode. */
  switchMode(taskId: TaskId, change: { readonly mode: string; readonly reason: string }): Promise<void>;
  answer(taskId: TaskId, answer: ApprovalAnswer): Promise<void>;
  /** Resolves when the run is over. Throws `RooError` `task_not_running`. */
  cancel(taskId: TaskId): Promise<void>;
  look(taskId: TaskId): Promise<TaskLook>;
  events(taskId: TaskId, afterSeq: number): Promise<readonly TaskEvent[]>;
  /** Calls back for each task that has changed and for the one it works for, until the returned function is called. */
  observe(listener: (taskId: TaskId) => void): () => void;
}

export interface ApprovalAnswer {
  readonly callId: string;
  readonly decision: ApprovalDecision;
  readonly feedback?: string | undefined;
}

export interface TaskLook {
  readonly state: Readonly<TaskState>;
  readonly status: TaskStatus;
  /** What it and the tasks that work for it ask, oldest first. */
  readonly questions: readonly TaskQuestion[];
}

export type TaskQuestion = { readonly taskId: TaskId } & (
  | EventOf<"approval.requested">
  | EventOf<"question.requested">
);
