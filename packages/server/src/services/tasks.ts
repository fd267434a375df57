import { type Configuration, requireMode } from "@roo-code/host";
import type { TaskProjection, TaskProjections, WorkspaceRecord } from "@roo-code/host/database";
import { type PoolRun, runFor, type RunWish, type Message } from "@roo-code/host/pool";
import { rewindConversation, restoreTo } from "@roo-code/host/undo";
import {
  type ImagePart,
  noUsage,
  type Op,
  RooError,
  type Settings,
  type TaskId,
  type TaskSummary,
  taskIdSchema,
} from "@roo-code/types";
import type { ApiTaskSummary } from "@roo-code/types/api";
import type { McpServers } from "./mcp-servers.ts";
import { Pending } from "./pending.ts";
import type { ServerParts } from "./server-parts.ts";
import type { Workspaces } from "./workspaces.ts";

/** How a run is to begin. */
export interface Opening extends RunWish {
  readonly mode?: string | undefined;
  readonly profile?: string | undefined;
}

export interface Said {
  readonly text: string;
  readonly images?: readonly ImagePart[] | undefined;
}

/** Tasks of this home: those that run here are driven through the pool, the others are read from their logs. */
export class Tasks {
  readonly #parts: ServerParts;
  readonly #workspaces: Workspaces;
  readonly #mcp: McpServers;
  readonly projections: TaskProjections;
  readonly pending: Pending;

  constructor(
    parts: ServerParts,
    made: { readonly workspaces: Workspaces; readonly projections: TaskProjections; readonly mcp: McpServers },
  ) {
    this.#parts = parts;
    this.#mcp = made.mcp;
    this.#workspaces = made.workspaces;
    this.projections = made.projections;
    this.pending = new Pending(parts);
  }

  /** Throws `task_not_found`, also for somebody else's: all tasks of this home are its one user's. */
  async require(owner: string, taskId: TaskId): Promise<TaskSummary> {
    if (owner !== taskOwner) throw taskNotFound(taskId);
    return this.#parts.host.tasks.summarize(taskId);
  }

  async listOf(owner: string): Promise<readonly TaskSummary[]> {
    return owner === taskOwner ? this.#parts.host.tasks.list() : [];
  }

  /** With what the database knows of them. */
  async views(owner: string, summaries: readonly TaskSummary[]): Promise<ApiTaskSummary[]> {
    const [projections, folders] = await Promise.all([this.projections.of(summaries), this.#foldersOf(owner)]);
    return summaries.map((summary) => {
      const view = taskView(summary, projections.get(summary.taskId), folders.get(summary.cwd) ?? null);
      const { status, waitsFor } = view;
      return status === "running" && waitsFor === null ? { ...view, waitsFor: this.pending.waitsBelow(summary) } : view;
    });
  }

  /** Begins a task. A reserved id that is a task's already is that task: it was begun before. */
  async create(
    { folder }: WorkspaceRecord,
    said: Said,
    opening: Opening & { readonly taskId?: string | undefined },
  ): Promise<TaskId> {
    const { host, pool } = this.#parts;
    const reserved = opening.taskId === undefined ? undefined : taskIdSchema.parse(opening.taskId);
    if (reserved && (await this.#exists(reserved))) return reserved;
    const configured = await host.configure(folder, settingsOf(opening));
    const expanded = await host.expand(said.text, configured);
    const mode = opening.mode === undefined ? expanded?.mode : undefined;
    const configuration = mode === undefined ? configured : withSettings(configured, { mode });
    const message = this.#message({ ...said, text: expanded?.text ?? said.text }, said.text, this.#parts.newId());
    const { taskId } = await pool.start(this.#run(configuration, opening), message, reserved);
    return taskId;
  }

  /** Throws `task_busy` where another process works on it, `is_subtask`, `is_workflow`. */
  async resume(summary: TaskSummary, opening: Opening): Promise<void> {
    refuseToResume(summary);
    const configuration = await this.#parts.host.configure(summary.cwd, settingsOf(opening));
    await this.#parts.pool.resume(summary.taskId, { ...this.#run(configuration, opening), mode: opening.mode });
  }

  async say(
    summary: TaskSummary,
    said: Said & { readonly opId: string },
    opening: Opening,
  ): Promise<{ readonly isQueued: boolean }> {
    const { host, pool } = this.#parts;
    const { taskId, cwd } = summary;
    if (!pool.sessionOf(taskId)) refuseToResume(summary);
    const configuration = await host.configure(cwd, settingsOf(opening));
    const expanded = await host.expand(said.text, configuration);
    const mode = opening.mode ?? expanded?.mode;
    if (mode !== undefined) requireMode(configuration, mode);
    const message = this.#message({ ...said, text: expanded?.text ?? said.text }, said.text, said.opId);
    return pool.say(
      taskId,
      async () => ({ ...this.#run(configuration, opening), mode }),
      async (session) => {
        // One that works already has no other way to hear of it; a mode is never chosen for a task above.
        if (mode !== undefined && session.taskId === taskId) await session.switchMode(mode);
        return message(session);
      },
    );
  }

  async wasSaid({ taskId }: TaskSummary, opId: string): Promise<boolean> {
    const events = await this.#parts.host.tasks.read(taskId);
    return events.some((event) => event.type === "message.added" && event.opId === opId);
  }

  /** Takes all back that came of a message, so that something else can be said in its place. */
  async takeBack({ taskId }: TaskSummary, seq: number): Promise<void> {
    const { host, pool, home, clock, newId } = this.#parts;
    const events = await host.tasks.read(taskId);
    if (events[seq - 1]?.type !== "message.added") throw noMessage(seq);
    await pool.submit({ type: "run.abort", opId: newId() }, taskId).catch(() => undefined);
    await pool.ended(taskId);
    const places = { home, clock, tasks: host.tasks };
    await restoreTo(places, { taskId, seq: seq - 1, conversation: true }).catch(async (error: unknown) => {
      // Without git no files were kept: what was said goes back all the same.
      if (!(error instanceof RooError) || error.code !== "git_not_found") throw error;
      await rewindConversation(places, { taskId, seq: seq - 1 });
    });
  }

  /** Of a message, what it mentions goes along; what a slash command stands for was not typed. */
  #message(said: Said, typed: string, opId: string): Message {
    return async (session): Promise<Op> => {
      const { text, images = [] } = said;
      const { attachment, seen, images: found } = await session.compose(typed, AbortSignal.timeout(composeMs));
      return {
        type: "message.send",
        opId,
        text,
        images: [...images, ...found],
        ...(seen.length > 0 && { seen: [...seen] }),
        ...(attachment !== undefined && { attachment }),
      };
    };
  }

  #run(configuration: Configuration, opening: Opening): PoolRun {
    const { log } = this.#parts;
    // Servers that it starts are there for the next task, too.
    void this.#mcp.hold(configuration.workspace);
    return {
      ...runFor(configuration, opening),
      notify: (notices) => {
        for (const { message } of notices) log.warn({ folder: configuration.workspace }, message);
      },
    };
  }

  async #exists(taskId: TaskId): Promise<boolean> {
    return this.#parts.host.tasks.summarize(taskId).then(
      () => true,
      () => false,
    );
  }

  async #foldersOf(owner: string): Promise<ReadonlyMap<string, string>> {
    const records = await this.#workspaces.records.list(owner);
    return new Map(records.map(({ folder, id }) => [folder, id]));
  }
}

const composeMs = 60_000;

/** Whose the tasks of a home are. */
export const taskOwner = "local";

function settingsOf({ mode, profile }: Opening): Settings {
  return { ...(mode !== undefined && { mode }), ...(profile !== undefined && { profile }) };
}

function withSettings(configuration: Configuration, more: Settings): Configuration {
  return { ...configuration, settings: { ...configuration.settings, ...more } };
}

function refuseToResume({ parent, mode, taskId }: TaskSummary): void {
  if (parent)
    throw new RooError({
      code: "is_subtask",
      message: `The task works for another one, ${parent.taskId}, and goes on with that.`,
      next: "Say it to that one.",
    });
  if (mode === "workflow")
    throw new RooError({
      code: "is_workflow",
      message: "The task is a workflow: it follows its plan, and nothing can be said to it.",
      next: `Go on with it by: roo workflow resume ${taskId}`,
    });
}

function taskView(
  { taskId, cwd, title, status, mode, parent, events, createdAt, updatedAt }: TaskSummary,
  projection: TaskProjection | undefined,
  workspaceId: string | null,
): ApiTaskSummary {
  const waits = new Set(Object.values(projection?.waiting ?? {}));
  return {
    taskId,
    workspaceId,
    folder: cwd,
    title,
    status,
    waitsFor: status !== "running" ? null : waits.has("approval") ? "approval" : waits.has("answer") ? "answer" : null,
    mode: projection?.mode || mode,
    model: projection?.model ?? null,
    parent: parent ?? null,
    usage: projection?.usage ?? noUsage(),
    turns: projection?.turns ?? 0,
    lastSeq: Math.max(events, projection?.lastSeq ?? 0),
    createdAt,
    updatedAt,
  };
}

function noMessage(seq: number): RooError {
  return new RooError({ code: "unknown_event", message: `Event ${seq} is no message that could be said differently.` });
}

function taskNotFound(taskId: TaskId): RooError {
  return new RooError({ code: "task_not_found", message: `There is no task ${taskId}.` });
}
