import { join } from "node:path";
import type { RetryPolicy } from "@roo-code/engine";
import { type Relay, systemClock } from "@roo-code/providers";
import { FileEventLog, ProfilesFile } from "@roo-code/store";
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
import { type Configuration, loadConfiguration } from "./configuration.ts";
import { workspaceFolder } from "./environment.ts";
import type { Inventory } from "./inventory.ts";
import type { HeldHub } from "./mcp/mcp-hubs.ts";
import type { EditorPorts } from "./message/compose-message.ts";
import { once } from "./ports/once.ts";
import { agentsHome } from "./roo-home.ts";
import { SessionMaker } from "./session-maker.ts";
import type { ExpandedPrompt } from "./slash-commands/expand-prompt.ts";
import type { Observe } from "./subtasks/local-subtasks.ts";
import type { TaskSession } from "./task-session.ts";
import type { WorkflowPlaces } from "./workflow/workflow-places.ts";

export interface HostOptions {
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly version: string;
  readonly clock?: Clock;
}

export interface RunOptions {
  /** Taken as it is where it is complete; else completed from profiles and the environment. */
  readonly provider: Partial<ProviderSettings>;
  readonly limits: Limits;
  readonly autoApprove: ReadonlySet<ApprovalKind>;
  /** Whether somebody is there to answer. */
  readonly attended: boolean;
  /** Sees what happens in the task and in those that work for it. */
  readonly observe: Observe;
  /** Told what a person should know about rules and modes before the task begins. */
  readonly notify?: (notices: readonly ConfigurationNotice[]) => void;
  /** Shows a person a warning before anything is sent to the model. Without it, the task records the warning. */
  readonly warn?: (message: string) => void;
  readonly retry?: RetryPolicy;
  /** A task that goes on keeps the provider and model of its last run, unless others are asked for. */
  readonly keepsModel?: boolean;
  /** For the `human-relay` provider: shows a prompt to a person and resolves to the answer they bring. */
  readonly relay?: Relay;
  /** What an editor around us can tell of: for `@problems` and `@terminal`. */
  readonly editor?: EditorPorts;
}

export interface Host {
  readonly tasks: EventLog;
  readonly profiles: ProfilesFile;
  /** What applies in a folder. Throws only for a folder that cannot be worked in. */
  configure(cwd: string, program?: Settings): Promise<Configuration>;
  /** All that a configuration brings along: rules, commands, skills, servers. */
  inventory(configuration: Configuration): Promise<Inventory>;
  /** What a prompt stands for when it names a slash command; undefined for any other. */
  expand(prompt: string, configuration: Configuration): Promise<ExpandedPrompt | undefined>;
  /** The configuration again after every change to its files, until the returned function is called. */
  follow(cwd: string, onChange: (configuration: Configuration) => void): Promise<() => void>;
  /** A new task, held by this process. Nothing is written before everything it needs is there. */
  createTask(options: RunOptions & { configuration: Configuration; taskId?: TaskId }): Promise<TaskSession>;
  /** Takes a task up again in its own mode, in the folder that was configured: its own, or where that has moved to. */
  openTask(
    taskId: TaskId,
    options: RunOptions & {
      configuration: Configuration;
      /** Another mode for it, from now on. Throws `RooError` `unknown_mode`. */
      mode?: string | undefined;
    },
  ): Promise<TaskSession>;
  readonly workflows: WorkflowPlaces;
  /** The MCP servers of a folder, shared with its tasks; undefined where none is configured. */
  mcp(workspace: string): Promise<HeldHub | undefined>;
}

/** The composition root: the only place where leaves meet. */
export function createHost(options: HostOptions): Host {
  const { home, environment, version, clock = systemClock } = options;
  const places = { home, environment, clock };
  const tasksFolder = join(home, "tasks");
  const tasks = new FileEventLog({ tasksFolder, cacheFolder: join(home, "cache"), clock });
  const profiles = new ProfilesFile({
    home,
    clock,
    secrets: async () => (await import("./open-secrets.ts")).openSecretStore(places),
  });

  const hasBrowser = once(async () => (await import("@roo-code/browser")).findBrowser(environment) !== undefined);
  const mcpHubs = once(async () => {
    const { McpHubs } = await import("./mcp/mcp-hubs.ts");
    return new McpHubs({ ...places, version });
  });
  const sessions = new SessionMaker({ ...places, version, tasks, tasksFolder, profiles, hasBrowser, mcpHubs });

  return {
    tasks,
    profiles,
    configure: (cwd, program) =>
      loadConfiguration(places, { workspace: workspaceFolder(cwd), ...(program && { program }) }),
    inventory: async (configuration) => (await import("./inventory.ts")).takeInventory(places, configuration),
    async expand(prompt, configuration) {
      if (prompt.trimStart().startsWith("/mcp:")) {
        const { expandMcpPrompt } = await import("./mcp/expand-prompt.ts");
        return expandMcpPrompt(prompt, async () => (await mcpHubs()).hold(configuration.workspace));
      }
      // A word that could be a name; in most prompts there is none, and a start is waiting.
      if (!/(?:^|\s)\/[\w.-]+(?:\s|$)/.test(prompt)) return undefined;
      const { expandPrompt } = await import("./slash-commands/expand-prompt.ts");
      return expandPrompt(prompt, { home, configuration, ...agentsHome(environment) });
    },
    async follow(cwd, onChange) {
      const { followConfiguration } = await import("./follow-configuration.ts");
      return followConfiguration(places, { workspace: workspaceFolder(cwd), onChange });
    },
    createTask: ({ configuration, taskId, ...run }) =>
      sessions.create({
        configuration,
        run,
        mode: configuration.settings.mode ?? "code",
        ...(taskId !== undefined && { taskId }),
      }),
    openTask: (taskId, { configuration, mode, ...run }) => sessions.open({ taskId, configuration, run, mode }),
    mcp: async (workspace) => (await mcpHubs()).hold(workspace),
    workflows: { ...places, version, tasks, profiles, subtasks: (request) => sessions.subtasksOf(request) },
  };
}
