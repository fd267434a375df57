import type { ProfilesFile } from "@roo-code/store";
import type { EventLog, Op, SerialQueue, Subtasks, TaskId } from "@roo-code/types";
import type { Configuration } from "../configuration/configuration.ts";
import type { HostContext, RunOptions } from "../host.ts";

/** The subtasks of a workflow in this process. */
export interface WorkflowSubtasks extends Subtasks {
  /** Submits an op to a running subtask. False if there is no such task. */
  submit(op: Op, taskId: TaskId): Promise<boolean>;
  /** Kills their processes at once, for a process about to exit. */
  disposeNow(): void;
}

export interface SubtasksRequest {
  readonly parentId: TaskId;
  readonly configuration: Configuration;
  readonly run: RunOptions;
  /** Copies are merged into the workspace only while no check or snapshot reads it. */
  readonly changes: SerialQueue;
}

/** The dependencies of workflows. */
export interface WorkflowServices extends HostContext {
  readonly version: string;
  readonly tasks: EventLog;
  /** Checks that tasks can be stored. Throws `RooError` `home_not_writable`. */
  readonly checkStorage: () => void;
  readonly profiles: ProfilesFile;
  /** The subtasks of a task. */
  subtasks(request: SubtasksRequest): WorkflowSubtasks;
}

/** The part of a host that workflows use. */
export interface WorkflowHost {
  readonly workflows: WorkflowServices;
}
