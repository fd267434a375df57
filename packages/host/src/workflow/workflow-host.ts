import type { ProfilesFile } from "@roo-code/store";
import type { EventLog, Op, SerialQueue, Subtasks, TaskId } from "@roo-code/types";
import type { Configuration } from "../configuration/configuration.ts";
import type { HostContext, RunOptions } from "../host.ts";

/** The tasks of a workflow in this process. */
export interface WorkflowSubtasks extends Subtasks {
  /** An op for one of the running tasks. False when there is no such task. */
  submit(op: Op, taskId: TaskId): Promise<boolean>;
  /** Ends their processes at once, for a caller that is about to exit. */
  disposeNow(): void;
}

export interface SubtasksRequest {
  readonly parentId: TaskId;
  readonly configuration: Configuration;
  readonly run: RunOptions;
  /** A copy is merged into the workspace while no check or snapshot looks at it. */
  readonly changes: SerialQueue;
}

/** What workflows need of the process they run in. */
export interface WorkflowServices extends HostContext {
  readonly version: string;
  readonly tasks: EventLog;
  readonly profiles: ProfilesFile;
  /** The subtasks of a task. */
  subtasks(request: SubtasksRequest): WorkflowSubtasks;
}

/** A host, as far as workflows see it. */
export interface WorkflowHost {
  readonly workflows: WorkflowServices;
}
