import type { RetryPolicy } from "@roo-code/engine";
import type { Relay } from "@roo-code/providers";
import type { ProfilesFile } from "@roo-code/store";
import type {
  ApprovalKind,
  Clock,
  ConfigurationNotice,
  EventLog,
  Limits,
  Mode,
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
  /** Abilities of tasks in addition to the built-in ones. */
  readonly parts?: readonly PartFactory[];
  /** Where tasks are stored (default: files in the home folder). */
  readonly tasks?: EventLog | undefined;
  /** Modes of the program; they replace others with the same slug. */
  readonly modes?: readonly Mode[] | undefined;
  /**
   * Whether files of the user and the project apply: settings, modes, rules, hooks, tools, commands, skills and MCP
   * servers (default: true).
   */
  readonly readsFiles?: boolean | undefined;
  /** The MCP servers of the program, instead of those in files. */
  readonly mcpHubs?: (() => Promise<McpHubs>) | undefined;
}

export interface HostContext {
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly clock: Clock;
}

/** Shared by all tasks of a process. */
export interface HostServices extends HostContext {
  readonly version: string;
  readonly tasks: EventLog;
  /** Checks that tasks can be stored. Throws `RooError` `home_not_writable`. */
  readonly checkStorage: () => void;
  readonly profiles: ProfilesFile;
  /** Whether this machine has a browser, looked up once. */
  readonly hasBrowser: () => Promise<boolean>;
  /** Loaded on first use. */
  readonly mcpHubs: () => Promise<McpHubs>;
  /** Whether the program has MCP servers of its own. */
  readonly hasOwnServers: boolean;
}

export interface RunOptions {
  /** Missing fields are taken from profiles and the environment. */
  readonly provider: Partial<ProviderSettings>;
  readonly limits: Limits;
  readonly autoApprove: ReadonlySet<ApprovalKind>;
  /** Whether a user is available to answer. */
  readonly attended: boolean;
  /** Called with every event and live delta of the task and its subtasks. */
  readonly observe: Observe;
  /** Receives notices about configuration before the task starts. */
  readonly notify?: (notices: readonly ConfigurationNotice[]) => void;
  /** Shows the user a warning before anything is sent to the model. Without it, the task records the warning. */
  readonly warn?: (message: string) => void;
  readonly retry?: RetryPolicy;
  /** A resumed task keeps the provider and model of its last run, unless others are requested. */
  readonly keepsModel?: boolean;
  /** For the `human-relay` provider: shows the user a prompt and resolves to the answer they paste. */
  readonly relay?: Relay;
  /** Provided by a surrounding editor, for `@problems` and `@terminal`. */
  readonly editor?: EditorPorts;
  /** Abilities of the task and its subtasks in this run, in addition to those of the host. */
  readonly parts?: readonly PartFactory[] | undefined;
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
  /** Creates a task, locked by this process. Nothing is written before all requirements are checked. */
  createTask(options: RunOptions & { configuration: Configuration; taskId?: TaskId }): Promise<TaskSession>;
  /** Opens an existing task in its own mode, in the configured folder: its own, or the new path of a moved one. */
  openTask(
    taskId: TaskId,
    options: RunOptions & {
      configuration: Configuration;
      /** Switches it to another mode. Throws `RooError` `unknown_mode`. */
      mode?: string | undefined;
    },
  ): Promise<TaskSession>;
  readonly workflows: WorkflowServices;
  /** The MCP servers of a folder, shared with its tasks; undefined if none is configured. */
  mcp(workspace: string): Promise<HubHandle | undefined>;
}
