import { join } from "node:path";
import {
  Agent,
  compileMode,
  type ModeSource,
  retryPolicyFor,
  TaskCapabilities,
  TaskRecord,
  ToolRegistry,
} from "@roo-code/engine";
import { builtinTools, translateCall } from "@roo-code/tools";
import { type CleanupStack, effectiveEvents, type Mode, type TaskEvent, type TaskWriter } from "@roo-code/types";
import type { LocalWorkspace } from "@roo-code/workspace";
import { type Configuration, instructionsFor } from "../configuration/configuration.ts";
import { warnOfWideWorkspace } from "../configuration/start-checks.ts";
import type { HostServices } from "../host.ts";
import type { PartContext, PartFactory } from "../parts/task-part.ts";
import { TaskParts } from "../parts/task-parts.ts";
import type { OpenedClient } from "../provider/open-client.ts";
import { closeSafely } from "./close-safely.ts";
import { contextPort } from "./context-port.ts";
import { TaskSession } from "./task-session.ts";
import type { SessionRequest } from "./task-sessions.ts";
import { describeEnvironment, openTaskWorkspace } from "./task-workspace.ts";

export interface Assembly extends SessionRequest, OpenedClient, Pick<PartContext, "openSubtask"> {
  readonly services: HostServices;
  readonly factories: readonly PartFactory[];
  readonly mode: Mode;
  readonly writer: TaskWriter;
  /** The events in the log when it was opened; empty for a new task. */
  readonly history: readonly TaskEvent[];
  /** Rules and instructions of a new task. */
  readonly instructions?: string;
  /** Everything opened so far; what is opened here is added. */
  readonly open: CleanupStack;
}

/** Builds a task around its log: record, capabilities, parts, agent. */
export async function assembleTask(request: Assembly): Promise<TaskSession> {
  const { services, run, configuration, parent, mode, client, writer, history, open } = request;
  const { clock, environment, home, version, tasks } = services;
  const { settings, modes } = configuration;
  const { taskId } = writer;

  const record = new TaskRecord(writer, history);
  const { folder = configuration.workspace, shared = [], openSubtask } = request;
  const workspace = openTaskWorkspace(services, {
    root: folder,
    taskId,
    settings,
    shared,
    capabilities: () => capabilities.now,
  });
  open.defer(() => closeSafely("workspace", () => workspace.dispose()));
  const capabilities: TaskCapabilities = new TaskCapabilities({
    record,
    history,
    mode,
    modes,
    ceilings: [parent?.ceiling],
    enforcesCommands: await enforcesCommands(workspace, configuration),
  });

  const task = { taskId, configuration, run, parent, workspace, folder, shared, record, capabilities, openSubtask };
  const parts = await TaskParts.create(request.factories, { ...services, ...task });
  open.defer(() => parts.dispose());
  if (parts.notices.length > 0) run.notify?.(parts.notices);

  const ports = parts.ports({
    history: { events: async () => effectiveEvents(await tasks.read(taskId)) },
    modes: modes.map(({ slug }) => slug),
  });
  const source = { taskId, agent: parent?.link.agent ?? "root" };
  const agent = new Agent({
    client,
    record,
    capabilities,
    history,
    workspace,
    modes: modeSource(services, configuration, parts),
    context: contextPort({ client, settings, window: request.window, modelsFolder: join(home, "cache", "models") }),
    clock,
    subtasks: parts.subtasks,
    snapshots: parts.snapshots,
    hooks: parts.hooks,
    tools: new ToolRegistry([...builtinTools, ...parts.tools], ports, parts.translator(translateCall)),
    policy: {
      autoApprove: run.autoApprove,
      attended: run.attended,
      get rules() {
        return parts.rules(settings.approvals ?? noRules);
      },
    },
    completionReminder: parts.completionReminder,
    news: () => parts.news(),
    random: Math.random,
    retry: run.retry ?? retryPolicyFor({ ...settings, runSeconds: run.limits.seconds }),
    observe: (item) => {
      parts.observe(item);
      run.observe(item, source);
    },
    environment: describeEnvironment(workspace.root, clock.now()),
    instructions: joinTexts([request.instructions ?? "", ...parts.guide(mode)]),
    limits: parent ? {} : run.limits,
    parent,
    process: { pid: process.pid, version },
  });
  const warnings = parent ? [] : [...warnOfWideWorkspace(workspace.root, { environment, ...run }), ...request.warnings];
  return new TaskSession({ agent, record, parts, workspace, open, clock, environment, editor: run.editor, warnings });
}

const noRules: readonly [] = [];

/** Whether a sandbox can enforce where commands may write; checked only if a mode needs it. */
async function enforcesCommands(workspace: LocalWorkspace, { settings, modes }: Configuration): Promise<boolean> {
  if (settings.sandbox === "off") return false;
  return !modes.some(needsSandbox) || (await workspace.enforcement()).files;
}

/** A mode with commands that may not write everywhere can be enforced only by a sandbox. */
function needsSandbox(mode: Mode): boolean {
  const { exec, write } = compileMode(mode);
  return exec && write !== "all";
}

function modeSource(services: HostServices, configuration: Configuration, parts: TaskParts): ModeSource {
  const { modes } = configuration;
  return {
    modes,
    instructions(slug) {
      const mode = modes.find((candidate) => candidate.slug === slug);
      const { text } = instructionsFor(services, configuration, slug);
      return joinTexts([text, ...(mode ? parts.guide(mode) : [])]);
    },
  };
}

function joinTexts(texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join("\n\n");
}
