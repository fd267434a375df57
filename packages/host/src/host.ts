import type { RetryPolicy } from "@roo-code/engine";
import type { Relay } from "@roo-code/providers";
import type { ProfilesFile } from "@roo-code/store";
import type {
  ApprovalKind,
  Clock,
  ConfigurationNotice,
  EventLog,
  Limits,
  ProviderSettings,
  Settings,
  TaskId,
} from "@roo-code/types";
import type { Configuration } from "./configuration/configuration.ts";
import type { Inventory } from "./configuration/inventory.ts";
import type { HubHandle, McpHubs } from "./mcp/mcp-hubs.ts";
import type { EditorPorts } from "./message/compose-message.ts";
import type { PartFactory } from "./parts/task-part.ts";
import type { TaskSession } from "./session/task-session.ts";
import type { ExpandedPrompt } from "./slash-commands/expand-prompt.ts";
import type { Observe } from "./subtasks/local-subtasks.ts";
import type { WorkflowServices } from "./workflow/workflow-host.ts";

export interface HostOptions {
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly version: string;
  readonly clock?: Clock;
  /** Abilities of tasks beside the built-in ones. */
  readonly parts?: readonly PartFactory[];
}

/** Where a process keeps its state, what it was started with, and its time. */
export interface HostContext {
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly clock: Clock;
}

/** What all tasks of a process share. */
export interface HostServices extends HostContext {
  readonly version: string;
  readonly tasks: EventLog;
  readonly profiles: ProfilesFile;
  /** Whether this machine has a browser, looked up once. */
  readonly hasBrowser: () => Promise<boolean>;
  /** Loaded when there are servers. */
  readonly mcpHubs: () => Promise<McpHubs>;
}

export interface RunOptions {
  /** Completed from profiles and the environment where something is missing. */
  readonly provider: Partial<ProviderSettings>;
  readonly limits: Limits;
  readonly autoApprove: ReadonlySet<ApprovalKind>;
  /** Whether a person is there to answer. */
  readonly attended: boolean;
  /** Sees what happens in the task and its subtasks. */
  readonly observe: Observe;
  /** Receives what a person should know about rules and modes before the task begins. */
  readonly notify?: (notices: readonly ConfigurationNotice[]) => void;
  /** Shows a person a warning before anything is sent to the model. Without it, the task records the warning. */
  readonly warn?: (message: string) => void;
  readonly retry?: RetryPolicy;
  /** A resumed task keeps the provider and model of its last run, unless others are asked for. */
  readonly keepsModel?: boolean;
  /** For the `human-relay` provider: shows a prompt to a person and resolves to the answer they paste. */
  readonly relay?: Relay;
  /** What a surrounding editor provides: for `@problems` and `@terminal`. */
  readonly editor?: EditorPorts;
}

export interface Host {
  readonly tasks: EventLog;
  readonly profiles: ProfilesFile;
  /** The configuration of a folder. Throws only for a folder that cannot be used. */
  configure(cwd: string, program?: Settings): Promise<Configuration>;
  /** Everything a configuration includes: rules, commands, skills, servers. */
  inventory(configuration: Configuration): Promise<Inventory>;
  /** The text of a prompt that names a slash command; undefined for any other. */
  expand(prompt: string, configuration: Configuration): Promise<ExpandedPrompt | undefined>;
  /** Calls back with the configuration after every change to its files, until the returned function is called. */
  follow(cwd: string, onChange: (configuration: Configuration) => void): Promise<() => void>;
  /** A new task, held by this process. Nothing is written before everything it requires is there. */
  createTask(options: RunOptions & { configuration: Configuration; taskId?: TaskId }): Promise<TaskSession>;
  /** Opens an existing task in its own mode, in the configured folder: its own, or where that has moved to. */
  openTask(
    taskId: TaskId,
    options: RunOptions & {
      configuration: Configuration;
      /** Another mode for it, from now on. Throws `RooError` `unknown_mode`. */
      mode?: string | undefined;
    },
  ): Promise<TaskSession>;
  readonly workflows: WorkflowServices;
  /** The MCP servers of a folder, shared with its tasks; undefined where none is configured. */
  mcp(workspace: string): Promise<HubHandle | undefined>;
}
