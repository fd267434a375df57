import type { AgentParent, TaskCapabilities, TaskRecord, TaskSnapshots } from "@roo-code/engine";
import type {
  ApprovalRule,
  CallTranslator,
  ConfigurationNotice,
  Hooks,
  LiveDelta,
  Mode,
  SharedPath,
  TaskEvent,
  TaskId,
  ToolEntry,
  ToolPorts,
} from "@roo-code/types";
import type { LocalWorkspace } from "@roo-code/workspace";
import type { Configuration } from "../configuration/configuration.ts";
import type { HostServices, RunOptions } from "../host.ts";
import type { TaskSession } from "../session/task-session.ts";
import type { ChildTask, LocalSubtasks } from "../subtasks/local-subtasks.ts";
import type { SharedBrowser } from "./browser.ts";

/** An optional ability of a task. To add one: a file here and a line in `all-parts.ts`. */
export interface TaskPart {
  /** For messages: `mcp`, `browser`. */
  readonly name: string;
  /** Tools in addition to the built-in ones; of two with the same name the later part's is used. */
  readonly tools?: readonly ToolEntry[];
  /** Ports for tools, in addition to files and commands. */
  readonly ports?: ToolPorts;
  readonly hooks?: Hooks | undefined;
  readonly snapshots?: TaskSnapshots;
  readonly subtasks?: LocalSubtasks;
  /** The browser that the user may use as well. */
  readonly browser?: SharedBrowser;
  /** Approval rules in addition to the user's. The same array until one of them changes. */
  readonly rules?: readonly ApprovalRule[];
  /** Shown to the user before the task starts. */
  readonly notices?: readonly ConfigurationNotice[];
  /** A hint for the model at the start of a task and of a mode; empty for none. */
  guide?(mode: Mode): string;
  /** Wraps the translation of calls that name no tool. */
  translator?(next: CallTranslator): CallTranslator;
  /** Called with every event once it is on disk, and with live deltas. Must not throw. */
  observe?(item: TaskEvent | LiveDelta): void;
  /** What the model is told that answers without calling attempt_completion; absent: such an answer ends the run. */
  readonly completionReminder?: string;
  /** Changes that the model is told with the next result, once. Must not throw. */
  news?(): string | undefined;
  /** Called once, after a run or instead of one, while the log is still open. A failure is reported and affects no other part. */
  dispose?(): Promise<void>;
  /** Kills processes at once, for a process about to exit. */
  disposeNow?(): void;
  /** Called after a run once the log is closed. A failure is handled as for `dispose`. */
  afterRun?(): Promise<void>;
}

/** The dependencies of a part: the process, the task's record and capabilities. Complete before the first part is created. */
export interface PartContext extends HostServices {
  readonly taskId: TaskId;
  readonly configuration: Configuration;
  readonly run: RunOptions;
  /** Set for a subtask. */
  readonly parent: AgentParent | undefined;
  readonly workspace: LocalWorkspace;
  /** The folder the task works in: the configured one, or a copy of it. */
  readonly folder: string;
  /** Folders outside of the copy that it shares. */
  readonly shared: readonly SharedPath[];
  readonly record: TaskRecord;
  /** The current mode of the task and what it may do. */
  readonly capabilities: TaskCapabilities;
  /** Opens a subtask. */
  openSubtask(child: ChildTask): Promise<TaskSession>;
}

/** undefined if the ability is disabled or not available; then its modules must not be loaded. */
export type PartFactory = (context: PartContext) => TaskPart | undefined | Promise<TaskPart | undefined>;
