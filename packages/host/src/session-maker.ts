import { join } from "node:path";
import {
  Agent,
  type AgentParent,
  type ApprovalPolicy,
  compileMode,
  type ModeSource,
  retryPolicyFor,
  TaskCapabilities,
  TaskRecord,
  ToolRegistry,
} from "@roo-code/engine";
import type { ProfilesFile } from "@roo-code/store";
import { builtinTools, translateCall } from "@roo-code/tools";
import {
  type Capabilities,
  type EventLog,
  type EventOf,
  effectiveEvents,
  type McpEventDraft,
  type Mode,
  RooError,
  type Settings,
  type SharedPlace,
  type TaskEvent,
  type TaskId,
  type TaskWriter,
} from "@roo-code/types";
import { LocalWorkspace } from "@roo-code/workspace";
import { commandProfile } from "./command-profile.ts";
import {
  type Configuration,
  type ConfigurationPlaces,
  instructionsFor,
  modeOfTask,
  requireMode,
} from "./configuration.ts";
import type { RunOptions } from "./create-host.ts";
import { describeEnvironment } from "./environment.ts";
import { type Extensions, openExtensions } from "./extensions/open-extensions.ts";
import type { McpHubs } from "./mcp/mcp-hubs.ts";
import { hasServerFiles } from "./mcp/server-files.ts";
import type { TaskMcp } from "./mcp/task-mcp.ts";
import { type OpenedClient, openClient } from "./open-client.ts";
import { contextPort } from "./ports/context-port.ts";
import { createToolPorts, type HeldPorts } from "./ports/tool-ports.ts";
import { refuseUntrusted } from "./refuse-untrusted.ts";
import { ensureWritable } from "./roo-home.ts";
import { type ChildTask, LocalSubtasks } from "./subtasks/local-subtasks.ts";
import { newTaskId } from "./task-id.ts";
import { TaskSession } from "./task-session.ts";
import { trialStrictness } from "./trial-strictness.ts";
import { snapshotLimits } from "./undo/snapshot-limits.ts";
import { type HeldSnapshots, type TaskSnapshotsOptions, taskSnapshots } from "./undo/task-snapshots.ts";
import { warnOfWideWorkspace } from "./wide-workspace.ts";
import type { SubtasksRequest } from "./workflow/workflow-places.ts";

export interface SessionParts extends ConfigurationPlaces {
  readonly version: string;
  readonly tasks: EventLog;
  readonly tasksFolder: string;
  readonly profiles: ProfilesFile;
  readonly hasBrowser: () => Promise<boolean>;
  /** Loaded when there are servers. */
  readonly mcpHubs: () => Promise<McpHubs>;
}

/** What a session is made for, beside its mode. */
interface SessionRequest {
  readonly run: RunOptions;
  readonly configuration: Configuration;
  readonly parent?: AgentParent;
  /** Where it works, when that is a copy of the configured folder. */
  readonly folder?: string;
  /** What that copy has elsewhere. */
  readonly shared?: readonly SharedPlace[];
}

/** How deep tasks may have others work for them. */
const deepest = 4;

/** Puts together what a task needs, for one that is new and for one that is taken up again. */
export class SessionMaker {
  readonly #parts: SessionParts;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  async create(request: SessionRequest & { mode: string; taskId?: TaskId }): Promise<TaskSession> {
    const { run, configuration, taskId = this.#newTaskId() } = request;
    const mode = requireMode(configuration, request.mode);
    if (!run.attended) await refuseUntrusted(configuration, this.#parts.home);
    const opened = await this.#client(run, configuration.settings, mode);
    const { text, notices } = instructionsFor(this.#parts, configuration, mode.slug);
    if (notices.length > 0) run.notify?.(notices);
    const place = await this.#place(request, mode, taskId);
    const instructions = [text, place.ports.guide, place.mcp?.guideFor(mode)].filter(Boolean).join("\n\n");
    const writer = await this.#newLog(taskId).catch(async (error: unknown) => {
      await place.mcp?.dispose();
      throw error;
    });
    return this.#assemble({ ...request, ...place, ...opened, mode, writer, history: [], instructions });
  }

  async open(request: SessionRequest & { taskId: TaskId; mode?: string | undefined }): Promise<TaskSession> {
    const { run, configuration, taskId } = request;
    if (!run.attended) await refuseUntrusted(configuration, this.#parts.home);
    const writer = await this.#parts.tasks.open(taskId);
    try {
      const history = writer.takeHistory();
      const slug = modeIn(effectiveEvents(history));
      const mode =
        request.mode === undefined ? modeOfTask(configuration, slug) : requireMode(configuration, request.mode);
      if (request.mode === undefined && mode.slug !== slug)
        run.notify?.([missingMode(slug, mode.slug, configuration.workspace)]);
      const last = run.keepsModel ? history.findLast((event) => event.type === "run.start") : undefined;
      const opened = await this.#client(run, configuration.settings, mode, last);
      const place = await this.#place(request, mode, taskId);
      const session = this.#assemble({ ...request, ...place, ...opened, mode, writer, history, instructions: "" });
      if (request.mode !== undefined) await session.switchMode(mode.slug);
      return session;
    } catch (error) {
      await writer.close();
      throw error;
    }
  }

  async #newLog(taskId: TaskId): Promise<TaskWriter> {
    ensureWritable(this.#parts.home);
    return this.#parts.tasks.create(taskId);
  }

  #newTaskId(): TaskId {
    return newTaskId(this.#parts.clock.now(), Math.random);
  }

  #client(
    run: RunOptions,
    settings: Settings,
    { slug: mode }: Mode,
    last?: EventOf<"run.start">,
  ): Promise<OpenedClient> {
    const { provider: asked, limits, attended, relay } = run;
    return openClient({ asked, settings, mode, limits, attended, last }, { ...this.#parts, relay });
  }

  /** Where a task works, and with what. */
  async #place(request: SessionRequest, mode: Mode, taskId: TaskId): Promise<Place> {
    const { home, environment, tasks, tasksFolder, profiles, hasBrowser } = this.#parts;
    const { configuration, folder: root = configuration.workspace, shared = [] } = request;
    const { settings, modes } = configuration;
    const { commandTimeout, sandbox: choice = "auto" } = settings;
    const current: Current = { mode: () => mode.slug, capabilities: () => compileMode(mode), noteMcp: () => {} };
    const workspace = new LocalWorkspace({
      root,
      environment,
      spillFolder: join(tasksFolder, taskId, "command-output"),
      sandbox: {
        choice,
        home,
        shared,
        profile: () => commandProfile(current.capabilities(), settings),
        ...trialStrictness(environment),
      },
      ...(commandTimeout !== undefined && { commandTimeoutMs: commandTimeout * 1000 }),
    });
    const mcp = await this.#mcp(configuration, current);
    if (mcp && mcp.notices.length > 0) request.run.notify?.(mcp.notices);
    const subtasks = this.#subtasks(request, taskId);
    const slugs = modes.map(({ slug }) => slug);
    const ports = await createToolPorts({
      home,
      environment,
      profiles,
      settings,
      workspace,
      mode: mode.slug,
      hasBrowser,
      modes: slugs,
      history: { events: async () => effectiveEvents(await tasks.read(taskId)) },
      ...(subtasks && { subtasks: slugs }),
      ...(mcp && { mcp: mcp.calls }),
    });
    const extensions = await openExtensions({
      ...this.#parts,
      workspace: configuration.workspace,
      cwd: root,
      isTrusted: configuration.isTrusted,
      confinement: workspace,
      taskId,
      mode: () => current.mode(),
      builtinNames: builtinTools.map(({ name }) => name),
    });
    if (extensions.notices.length > 0) request.run.notify?.(extensions.notices);
    const enforcesCommands = choice !== "off" && (!modes.some(isHeldBack) || (await workspace.enforcement()).files);
    return { workspace, ports, subtasks, extensions, mcp, current, enforcesCommands };
  }

  /** A task in a copy shares the servers of the folder that was copied. */
  async #mcp({ workspace, settings }: Configuration, current: Current): Promise<TaskMcp | undefined> {
    if (!hasServerFiles({ home: this.#parts.home, workspace })) return undefined;
    const [{ TaskMcp: Task }, hubs] = await Promise.all([import("./mcp/task-mcp.ts"), this.#parts.mcpHubs()]);
    return Task.open(hubs, {
      workspace,
      settings,
      capabilities: () => current.capabilities(),
      sink: (event) => current.noteMcp(event),
    });
  }

  /** Tasks that work for a plan. */
  subtasksOf({ parentId, alone, ...request }: SubtasksRequest): LocalSubtasks {
    return this.#newSubtasks(request, parentId, alone);
  }

  #subtasks(request: SessionRequest, parentId: TaskId): LocalSubtasks | undefined {
    const depth = request.parent ? request.parent.link.agent.split(".").length : 0;
    return depth < deepest ? this.#newSubtasks(request, parentId) : undefined;
  }

  #newSubtasks(request: SessionRequest, parentId: TaskId, alone?: SubtasksRequest["alone"]): LocalSubtasks {
    const { configuration, run, parent, folder = configuration.workspace, shared = [] } = request;
    const { home, clock, tasks } = this.#parts;
    return new LocalSubtasks({
      tasks,
      configuration,
      folder,
      shared,
      parentId,
      ancestry: parent?.ancestry ?? [],
      newTaskId: () => this.#newTaskId(),
      worktrees: async () => {
        const { openWorktrees } = await import("@roo-code/workspace");
        const worktrees = await openWorktrees({ workspace: folder, home, clock });
        await worktrees.removeOld(snapshotLimits(configuration.settings).maxAgeMs);
        return worktrees;
      },
      open: (child) => this.#child(child, run),
      ...(alone && { alone }),
    });
  }

  #child({ isNew, mode, ...child }: ChildTask, run: RunOptions): Promise<TaskSession> {
    const request = { ...child, run };
    return isNew ? this.create({ ...request, mode }) : this.open(request);
  }

  #assemble(made: SessionRequest & Place & Assembly): TaskSession {
    const { run, configuration, parent, mode, client, window, writer, history, instructions } = made;
    const { workspace, ports, subtasks, extensions, mcp, current } = made;
    const { home, clock, version, environment } = this.#parts;
    const modelsFolder = join(home, "cache", "models");
    const source = { taskId: writer.taskId, agent: parent?.link.agent ?? "root" };
    const record = new TaskRecord(writer, history);
    const capabilities = new TaskCapabilities({
      record,
      history,
      mode,
      modes: configuration.modes,
      ceilings: [parent?.ceiling],
      enforcesCommands: made.enforcesCommands,
    });
    const notice = (about: Notice) => record.append({ type: "notice.added", ...about });
    const snapshots = this.#snapshots(made, writer.taskId, notice);
    const agent = new Agent({
      client,
      record,
      capabilities,
      history,
      workspace,
      modes: this.#modeSource(configuration, made),
      context: contextPort({ client, settings: configuration.settings, window, modelsFolder }),
      clock,
      subtasks,
      snapshots,
      hooks: extensions.hooks,
      tools: new ToolRegistry(
        [...builtinTools, ...extensions.tools, ...(mcp?.entries ?? [])],
        ports.ports,
        mcp?.translator(translateCall) ?? translateCall,
      ),
      policy: policyOf(run, configuration.settings, mcp),
      news: mcp && (() => mcp.news()),
      random: Math.random,
      retry: run.retry ?? retryPolicyFor({ ...configuration.settings, runSeconds: run.limits.seconds }),
      observe: (item) => {
        mcp?.observe(item);
        run.observe(item, source);
      },
      environment: describeEnvironment(workspace.root, clock.now()),
      instructions,
      limits: parent ? {} : run.limits,
      ...(parent && { parent }),
      process: { pid: process.pid, version },
    });
    current.mode = () => capabilities.mode.slug;
    current.capabilities = () => capabilities.now;
    // What happens beside a run, before or after it, is none of its events.
    current.noteMcp = (event) => {
      if (record.state.run) record.append(event);
    };
    return new TaskSession({
      agent,
      notice,
      client,
      writer,
      workspace,
      ports,
      subtasks,
      snapshots,
      extensions,
      mcp,
      places: this.#parts,
      editor: run.editor,
      warnings: parent ? [] : [...warnOfWideWorkspace(workspace.root, { environment, ...run }), ...made.warnings],
      afterRun: mcp && this.#rowKeeper(writer.taskId, run),
    });
  }

  /** undefined without a database. */
  #rowKeeper(taskId: TaskId, { notify }: RunOptions): (() => Promise<void>) | undefined {
    const { tasks, home, environment } = this.#parts;
    const url = environment["DATABASE_URL"];
    if (!url) return undefined;
    return async () => {
      try {
        const { keepRows } = await import("./mcp/keep-rows.ts");
        await keepRows({ tasks, taskId, home, url });
      } catch (error) {
        const why = error instanceof RooError ? error.message : String(error);
        const message = `What was done with MCP servers is not in the database: ${why}`;
        notify?.([{ code: "invalid_value", message, source: "DATABASE_URL" }]);
      }
    };
  }

  /** In a copy nothing need be saved: bringing its changes over saves what they replace. */
  #snapshots(
    { configuration, folder = configuration.workspace }: SessionRequest,
    taskId: TaskId,
    notify: TaskSnapshotsOptions["notify"],
  ): HeldSnapshots | undefined {
    const { workspace, settings } = configuration;
    if (folder !== workspace) return undefined;
    const { home, clock, environment } = this.#parts;
    return taskSnapshots({ taskId, home, workspace, clock, settings, path: environment.PATH, notify });
  }

  #modeSource(configuration: Configuration, { ports, mcp }: Pick<Place, "ports" | "mcp">): ModeSource {
    const { modes } = configuration;
    return {
      modes,
      instructions: (slug) => {
        const mode = modes.find((candidate) => candidate.slug === slug);
        const { text } = instructionsFor(this.#parts, configuration, slug);
        return [text, ports.guide, mode && mcp?.guideFor(mode)].filter(Boolean).join("\n\n");
      },
    };
  }
}

type Notice = OpenedClient["warnings"][number];

interface Assembly extends OpenedClient {
  readonly mode: Mode;
  readonly writer: TaskWriter;
  readonly history: readonly TaskEvent[];
  readonly instructions: string;
}

/** Where a task works, and with what. */
interface Place {
  readonly workspace: LocalWorkspace;
  readonly ports: HeldPorts;
  readonly subtasks: LocalSubtasks | undefined;
  /** Hooks and tools of the person's. */
  readonly extensions: Extensions;
  /** Absent where there are no servers. */
  readonly mcp: TaskMcp | undefined;
  readonly current: Current;
  readonly enforcesCommands: boolean;
}

/** What the mode says, and the task itself once there is one. */
interface Current {
  mode: () => string;
  capabilities: () => Capabilities;
  noteMcp: (event: McpEventDraft) => void;
}

function policyOf(
  { autoApprove, attended }: RunOptions,
  { approvals = [] }: Settings,
  mcp: TaskMcp | undefined,
): ApprovalPolicy {
  return {
    autoApprove,
    attended,
    /** Servers' own leave comes and goes with what their tools are. */
    get rules() {
      return mcp?.rules ?? approvals;
    },
  };
}

/** A mode with commands that may not write everywhere: only a sandbox can hold it to that. */
function isHeldBack(mode: Mode): boolean {
  const { exec, write } = compileMode(mode);
  return exec && write !== "all";
}

function missingMode(slug: string, instead: string, source: string) {
  const message = `The task's mode "${slug}" does not exist here. It goes on in the mode ${instead}; --mode chooses another.`;
  return { code: "invalid_value" as const, message, source };
}

/** The mode a task was in when it was left. */
function modeIn(history: readonly TaskEvent[]): string {
  const last = history.findLast((event) => event.type === "mode.start");
  return last?.mode ?? startOf(history).mode;
}

function startOf(history: readonly TaskEvent[]): EventOf<"task.start"> {
  const first = history[0];
  if (first?.type === "task.start") return first;
  throw new RooError({ code: "task_damaged", message: "The task's log does not begin with the task's start." });
}
