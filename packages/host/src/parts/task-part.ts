import type { AgentParent, TaskCapabilities, TaskRecord, TaskSnapshots } from "@roo-code/engine";
import type {
  ApprovalRule,
  CallTranslator,
  ConfigurationNotice,
  Hooks,
  LiveDelta,
  Mode,
  SharedPlace,
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

/** One optional ability of a task, from its opening to its disposal. A new one is a file here and a line in `all-parts.ts`. */
export interface TaskPart {
  /** For messages: `mcp`, `browser`. */
  readonly name: string;
  /** Tools beside the built-in ones; of two with one name the later part's counts. */
  readonly tools?: readonly ToolEntry[];
  /** What tools need beside files and commands. */
  readonly ports?: ToolPorts;
  readonly hooks?: Hooks | undefined;
  readonly snapshots?: TaskSnapshots;
  readonly subtasks?: LocalSubtasks;
  /** For a person, who may use it too. */
  readonly browser?: SharedBrowser;
  /** Approvals beside the person's own. The same array until one of them changes. */
  readonly rules?: readonly ApprovalRule[];
  /** What a person should know before the task begins. */
  readonly notices?: readonly ConfigurationNotice[];
  /** Its hint for the model, at the start of a task and of a mode; empty for none. */
  guide?(mode: Mode): string;
  /** Wraps the translation of calls that name no tool. */
  translator?(next: CallTranslator): CallTranslator;
  /** Sees every event once it is on disk, and what happens in between. Must not throw. */
  observe?(item: TaskEvent | LiveDelta): void;
  /** What has changed around the model, given once with the next result. Must not throw. */
  news?(): string | undefined;
  /** Called once, after a run or instead of one, while the log is still held. A failure is reported and affects no other part. */
  dispose?(): Promise<void>;
  /** Ends processes at once, for a process that is about to exit. */
  disposeNow?(): void;
  /** After a run, once the log is released; as `dispose` otherwise. */
  afterRun?(): Promise<void>;
}

/** What a part is made from: the process, the task's record and its capabilities. All of it exists before the first part. */
export interface PartContext extends HostServices {
  readonly taskId: TaskId;
  readonly configuration: Configuration;
  readonly run: RunOptions;
  /** Set for a subtask. */
  readonly parent: AgentParent | undefined;
  readonly workspace: LocalWorkspace;
  /** Where the task works: the configured folder, or a copy of it. */
  readonly folder: string;
  /** Folders outside of that copy that it shares. */
  readonly shared: readonly SharedPlace[];
  readonly record: TaskRecord;
  /** The mode the task is in and what it may do, now. */
  readonly capabilities: TaskCapabilities;
  /** Opens a subtask. */
  openSubtask(child: ChildTask): Promise<TaskSession>;
}

/** undefined where the ability is not wanted or not there; then none of its modules are to be loaded. */
export type PartFactory = (context: PartContext) => TaskPart | undefined | Promise<TaskPart | undefined>;
