import { join } from "node:path";
import { Agent, defaultRetryPolicy, type RetryPolicy, ToolRegistry } from "@roo-code/engine";
import { type ClosableClient, type Relay, systemClock } from "@roo-code/providers";
import { FileEventLog, ProfilesFile } from "@roo-code/store";
import { builtinTools, translateCall } from "@roo-code/tools";
import type {
  ApprovalKind,
  Clock,
  ConfigurationNotice,
  EventLog,
  EventOf,
  Limits,
  LiveDelta,
  Mode,
  ProviderSettings,
  Settings,
  TaskEvent,
  TaskId,
  TaskWriter,
} from "@roo-code/types";
import { RooError } from "@roo-code/types";
import { LocalWorkspace } from "@roo-code/workspace";
import { type Configuration, instructionsFor, loadConfiguration, modeOfTask, requireMode } from "./configuration.ts";
import { describeEnvironment, workspaceFolder } from "./environment.ts";
import type { Inventory } from "./inventory.ts";
import { openClient } from "./open-client.ts";
import { once } from "./ports/once.ts";
import { createToolPorts, type HeldPorts } from "./ports/tool-ports.ts";
import { ensureWritable } from "./roo-home.ts";
import type { ExpandedPrompt } from "./slash-command.ts";
import { newTaskId } from "./task-id.ts";
import { TaskSession } from "./task-session.ts";

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
  readonly observe: (item: TaskEvent | LiveDelta) => void;
  /** Told what a person should know about rules and modes before the task begins. */
  readonly notify?: (notices: readonly ConfigurationNotice[]) => void;
  readonly retry?: RetryPolicy;
  /** For the `human-relay` provider: shows a prompt to a person and resolves to the answer they bring. */
  readonly relay?: Relay;
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
  createTask(options: RunOptions & { configuration: Configuration }): Promise<TaskSession>;
  /** Takes a task up again in its own mode, in the folder that was configured: its own, or where that has moved to. */
  openTask(taskId: TaskId, options: RunOptions & { configuration: Configuration }): Promise<TaskSession>;
}

/** Where a task works, and with what. */
interface Workplace {
  readonly workspace: LocalWorkspace;
  readonly ports: HeldPorts;
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

  const clientFor = (run: Omit<RunOptions, "observe">, settings: Settings, mode: string): Promise<ClosableClient> =>
    openClient({ asked: run.provider, settings, mode }, { ...places, profiles, relay: run.relay });

  const hasBrowser = once(async () => (await import("@roo-code/browser")).findBrowser(environment) !== undefined);
  const workplaceFor = async (
    { workspace: root, settings }: Configuration,
    mode: Mode,
    taskId: TaskId,
  ): Promise<Workplace> => {
    const { commandTimeout } = settings;
    const workspace = new LocalWorkspace({
      root,
      environment,
      spillFolder: join(tasksFolder, taskId, "command-output"),
      ...(commandTimeout !== undefined && { commandTimeoutMs: commandTimeout * 1000 }),
    });
    const parts = { home, environment, profiles, settings, workspace, mode: mode.slug, hasBrowser };
    return { workspace, ports: await createToolPorts(parts) };
  };

  const assemble = (parts: {
    run: RunOptions;
    client: ClosableClient;
    mode: Mode;
    workplace: Workplace;
    writer: TaskWriter;
    history: readonly TaskEvent[];
    instructions: string;
  }): TaskSession => {
    const { run, client, mode, writer, history, instructions } = parts;
    const { workspace, ports } = parts.workplace;
    const agent = new Agent({
      client,
      writer,
      history,
      workspace,
      mode,
      clock,
      tools: new ToolRegistry(builtinTools, ports.ports, translateCall),
      policy: { autoApprove: run.autoApprove, attended: run.attended },
      random: Math.random,
      retry: run.retry ?? defaultRetryPolicy,
      observe: run.observe,
      environment: describeEnvironment(workspace.root, clock.now()),
      instructions,
      limits: run.limits,
      process: { pid: process.pid, version },
    });
    return new TaskSession({ agent, client, writer, workspace, ports });
  };

  return {
    tasks,
    profiles,
    configure: (cwd, program) =>
      loadConfiguration(places, { workspace: workspaceFolder(cwd), ...(program && { program }) }),
    inventory: async (configuration) => (await import("./inventory.ts")).takeInventory(places, configuration),
    async expand(prompt, configuration) {
      if (!prompt.trimStart().startsWith("/")) return undefined;
      const { expandSlashCommand } = await import("./slash-command.ts");
      return expandSlashCommand(prompt, { home, configuration });
    },
    async follow(cwd, onChange) {
      const { followConfiguration } = await import("./follow-configuration.ts");
      return followConfiguration(places, { workspace: workspaceFolder(cwd), onChange });
    },
    async createTask({ configuration, ...run }) {
      const { settings } = configuration;
      const mode = requireMode(configuration, settings.mode ?? "code");
      const client = await clientFor(run, settings, mode.slug);
      const { text, notices } = instructionsFor(places, configuration, mode.slug);
      if (notices.length > 0) run.notify?.(notices);
      const taskId = newTaskId(clock.now(), Math.random);
      const workplace = await workplaceFor(configuration, mode, taskId);
      const instructions = [text, workplace.ports.guide].filter(Boolean).join("\n\n");
      ensureWritable(home);
      const writer = await tasks.create(taskId);
      return assemble({ run, client, mode, workplace, writer, history: [], instructions });
    },
    async openTask(taskId, { configuration, ...run }) {
      const writer = await tasks.open(taskId);
      try {
        const history = writer.takeHistory();
        const start = startOf(history);
        const mode = modeOfTask(configuration, start.mode);
        if (mode.slug !== start.mode) run.notify?.([missingMode(start.mode, mode.slug, configuration.workspace)]);
        const client = await clientFor(run, configuration.settings, mode.slug);
        const workplace = await workplaceFor(configuration, mode, taskId);
        return assemble({ run, client, mode, workplace, writer, history, instructions: "" });
      } catch (error) {
        await writer.close();
        throw error;
      }
    },
  };
}

function missingMode(slug: string, instead: string, source: string): ConfigurationNotice {
  const message = `The task's mode "${slug}" does not exist here. It goes on in the mode ${instead}; --mode chooses another.`;
  return { code: "invalid_value", message, source };
}

function startOf(history: readonly TaskEvent[]): EventOf<"task.start"> {
  const first = history[0];
  if (first?.type === "task.start") return first;
  throw new RooError({ code: "task_damaged", message: "The task's log does not begin with the task's start." });
}
