import type { AgentParent } from "@roo-code/engine";
import {
  CleanupStack,
  type EventOf,
  effectiveEvents,
  type Mode,
  RooError,
  type Settings,
  type SharedPath,
  type TaskEvent,
  type TaskId,
  type TaskWriter,
} from "@roo-code/types";
import { type Configuration, instructionsFor, modeOfTask, requireMode } from "../configuration/configuration.ts";
import { refuseUntrusted } from "../configuration/start-checks.ts";
import type { HostServices, RunOptions } from "../host.ts";
import type { PartFactory } from "../parts/task-part.ts";
import { type OpenedClient, openClient } from "../provider/open-client.ts";
import { createSubtasks } from "../subtasks/create-subtasks.ts";
import type { ChildTask, LocalSubtasks } from "../subtasks/local-subtasks.ts";
import { newTaskId } from "../task-id.ts";
import type { SubtasksRequest } from "../workflow/workflow-host.ts";
import { type Assembly, assembleTask } from "./assemble-task.ts";
import { closeSafely } from "./close-safely.ts";
import type { TaskSession } from "./task-session.ts";

export interface SessionRequest {
  readonly run: RunOptions;
  readonly configuration: Configuration;
  readonly parent?: AgentParent;
  /** The folder it works in, if that is a copy of the configured one. */
  readonly folder?: string;
  /** Folders outside of the copy that it shares. */
  readonly shared?: readonly SharedPath[];
}

/** Opens new and existing tasks: first the model client, then the log, then the parts. */
export class TaskSessions {
  readonly #services: HostServices;
  readonly #factories: readonly PartFactory[];

  constructor(services: HostServices, factories: readonly PartFactory[]) {
    this.#services = services;
    this.#factories = factories;
  }

  async create(request: SessionRequest & { mode: string; taskId?: TaskId | undefined }): Promise<TaskSession> {
    const { run, configuration } = request;
    const { home, clock, tasks, checkStorage } = this.#services;
    const mode = requireMode(configuration, request.mode);
    if (!run.attended) await refuseUntrusted(configuration, home);
    return closeOnFailure(async (open) => {
      const opened = await this.#openClient(open, { run, mode, settings: configuration.settings });
      const { text: instructions, notices } = instructionsFor(this.#services, configuration, mode.slug);
      if (notices.length > 0) run.notify?.(notices);
      checkStorage();
      const taskId = request.taskId ?? newTaskId(clock.now(), Math.random);
      const writer = closing(open, await tasks.create(taskId));
      return this.#assemble({ ...request, ...opened, mode, writer, history: [], instructions, open });
    });
  }

  async open(request: SessionRequest & { taskId: TaskId; mode?: string | undefined }): Promise<TaskSession> {
    const { run, configuration, taskId, mode: requested } = request;
    if (!run.attended) await refuseUntrusted(configuration, this.#services.home);
    return closeOnFailure(async (open) => {
      const writer = closing(open, await this.#services.tasks.open(taskId));
      const history = writer.takeHistory();
      const slug = modeIn(effectiveEvents(history));
      const mode = requested === undefined ? modeOfTask(configuration, slug) : requireMode(configuration, requested);
      if (requested === undefined && mode.slug !== slug)
        run.notify?.([missingMode(slug, mode.slug, configuration.workspace)]);
      const last = run.keepsModel ? history.findLast((event) => event.type === "run.start") : undefined;
      const opened = await this.#openClient(open, { run, mode, settings: configuration.settings, last });
      const session = await this.#assemble({ ...request, ...opened, mode, writer, history, open });
      if (requested !== undefined) await session.switchMode(mode.slug);
      return session;
    });
  }

  /** The subtasks of a workflow. */
  subtasksOf({ parentId, changes, configuration, run }: SubtasksRequest): LocalSubtasks {
    return createSubtasks(this.#services, {
      tasks: this.#services.tasks,
      configuration,
      folder: configuration.workspace,
      shared: [],
      parentId,
      ancestry: [],
      changes,
      open: (child) => this.#openSubtask(child, run),
    });
  }

  async #openClient(
    open: CleanupStack,
    request: { run: RunOptions; settings: Settings; mode: Mode; last?: EventOf<"run.start"> | undefined },
  ): Promise<OpenedClient> {
    const { run, settings, mode, last } = request;
    const { provider: requested, limits, attended, relay } = run;
    const opened = await openClient(
      { requested, settings, mode: mode.slug, limits, attended, last },
      { ...this.#services, relay },
    );
    open.defer(() => closeSafely("model client", () => opened.client.dispose()));
    return opened;
  }

  #assemble(request: Omit<Assembly, "services" | "factories" | "openSubtask">): Promise<TaskSession> {
    return assembleTask({
      ...request,
      services: this.#services,
      factories: [...this.#factories, ...(request.run.parts ?? [])],
      openSubtask: (child) => this.#openSubtask(child, request.run),
    });
  }

  #openSubtask({ isNew, mode, ...child }: ChildTask, run: RunOptions): Promise<TaskSession> {
    const request = { ...child, run };
    return isNew ? this.create({ ...request, mode }) : this.open(request);
  }
}

/** Closes everything that was opened if the rest fails: a log that stays locked cannot be opened again. */
async function closeOnFailure<Result>(work: (open: CleanupStack) => Promise<Result>): Promise<Result> {
  const open = new CleanupStack();
  try {
    return await work(open);
  } catch (error) {
    await open.close();
    throw error;
  }
}

function closing(open: CleanupStack, writer: TaskWriter): TaskWriter {
  open.defer(() => closeSafely("log", () => writer.close()));
  return writer;
}

function missingMode(slug: string, replacement: string, source: string) {
  const message = `The task's mode "${slug}" does not exist here. The task continues in mode ${replacement}; --mode chooses another.`;
  return { code: "invalid_value" as const, message, source };
}

/** The last mode of a task. */
function modeIn(history: readonly TaskEvent[]): string {
  const last = history.findLast((event) => event.type === "mode.start");
  if (last) return last.mode;
  const [first] = history;
  if (first?.type === "task.start") return first.mode;
  throw new RooError({ code: "task_damaged", message: "The task's log does not begin with the task's start." });
}
