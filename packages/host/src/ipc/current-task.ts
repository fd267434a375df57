import { randomBytes } from "node:crypto";
import { isTaskId, type Op, type ProviderSettings, RooError, type Settings, type TaskId } from "@roo-code/types";
import type { Configuration } from "../configuration.ts";
import type { Host, RunOptions } from "../create-host.ts";
import type { TaskPool } from "../pool/task-pool.ts";
import type { TaskSession } from "../task-session.ts";
import { messageOp, type Said } from "./said-message.ts";

export interface CurrentTaskParts {
  readonly host: Host;
  /** Where new tasks work. */
  readonly folder: string;
  /** What new tasks talk to unless the client says otherwise; absent where this process runs one task and starts no other. */
  readonly starts?: { readonly provider: Partial<ProviderSettings> } | undefined;
  readonly observe: RunOptions["observe"];
  /** The tasks of this process, where it has other doors. */
  readonly pool?: TaskPool | undefined;
  /** Whether somebody is connected who answers. */
  readonly isAttended: () => boolean;
  readonly onOpen: (taskId: TaskId, traceparent: string | undefined) => Promise<void>;
  readonly log: (line: string) => void;
}

/** What a client asks to be done. */
export interface NewTask {
  readonly settings: Settings;
  readonly provider: Partial<ProviderSettings>;
  readonly said: Said;
  readonly traceparent: string | undefined;
}

interface Beginning {
  readonly session: TaskSession;
  readonly options: RunOptions & { readonly configuration: Configuration };
  readonly said?: Said | undefined;
  readonly traceparent?: string | undefined;
}

/** The one task that a server is about, as in Roo Code: a new one ends the one before. */
export class CurrentTask {
  readonly #parts: CurrentTaskParts;
  #session: TaskSession | undefined;
  #ended: Promise<unknown> = Promise.resolve();
  #lastId: TaskId | undefined;
  /** Starting, resuming and ending, one after the other. */
  #changes: Promise<unknown> = Promise.resolve();

  constructor(parts: CurrentTaskParts) {
    this.#parts = parts;
  }

  get taskId(): TaskId | undefined {
    return this.#session?.taskId ?? this.#lastId;
  }

  /** A task that somebody else runs. */
  async adopt(session: TaskSession, traceparent?: string): Promise<void> {
    this.#session = session;
    this.#lastId = session.taskId;
    await this.#parts.onOpen(session.taskId, traceparent);
  }

  /** A task that began at another door is the current one where there is none. */
  meet(session: TaskSession): void {
    if (!this.#session) void this.adopt(session);
  }

  /** That task's run is over; it can be taken up again. */
  release(taskId: TaskId): void {
    if (this.#session?.taskId === taskId) this.#session = undefined;
  }

  start(task: NewTask): Promise<void> {
    const { host, folder, starts } = this.#parts;
    if (!starts) throw oneTaskOnly();
    return this.#change(async () => {
      await this.#stop();
      const configured = await host.configure(folder, task.settings);
      const expanded = await host.expand(task.said.text, configured);
      const mode = task.settings.mode === undefined ? expanded?.mode : undefined;
      const configuration = mode === undefined ? configured : withMode(configured, mode);
      const provider =
        task.provider.apiProvider === undefined ? { ...starts.provider, ...task.provider } : task.provider;
      const options = { ...this.#runOptions(configuration), provider };
      const said = expanded ? { ...task.said, text: expanded.text, typed: task.said.text } : task.said;
      await this.#run({ session: await host.createTask(options), options, said, traceparent: task.traceparent });
    });
  }

  resume(id: string, said?: Said): Promise<void> {
    const { host, starts } = this.#parts;
    if (!starts) throw oneTaskOnly();
    return this.#change(async () => {
      const found = isTaskId(id) ? (await host.tasks.list()).find(({ taskId }) => taskId === id) : undefined;
      if (!found) throw noTask(`There is no task ${id.slice(0, 80)}.`);
      if (this.#session?.taskId === found.taskId) return;
      await this.#stop();
      const configuration = await host.configure(found.cwd);
      const options = { ...this.#runOptions(configuration), provider: starts.provider };
      await this.#run({ session: await host.openTask(found.taskId, options), options, said });
    });
  }

  /** Words for the task that runs, or for the last one, which then goes on. */
  async say(said: Said): Promise<void> {
    const session = this.#session;
    if (session) {
      await session.submit(await this.#message(said, session));
      // Its run ended meanwhile, so nobody may have heard it.
      if (this.#session !== session && this.#parts.starts) await this.resume(session.taskId);
      return;
    }
    if (this.#lastId === undefined) throw noTask("There is no task to say something to.");
    await this.resume(this.#lastId, said);
  }

  submit(op: Op, taskId: string | undefined): Promise<void> {
    const id = this.#idOf(taskId);
    const elsewhere = id && this.#parts.pool?.sessionOf(id);
    if (elsewhere) return elsewhere.submit(op, id);
    if (!this.#session) throw noTask("No task runs now.");
    return this.#session.submit(op, id);
  }

  async cancel(taskId: string | undefined): Promise<void> {
    await this.submit({ type: "run.abort", opId: newOpId() }, taskId);
  }

  /** Ends it, and forgets it. */
  close(): Promise<void> {
    return this.#change(async () => {
      await this.#stop();
      this.#lastId = undefined;
    });
  }

  #idOf(taskId: string | undefined): TaskId | undefined {
    if (taskId === undefined || isTaskId(taskId)) return taskId;
    throw noTask(`There is no task ${taskId.slice(0, 80)}.`);
  }

  #change(work: () => Promise<void>): Promise<void> {
    const done = this.#changes.then(work);
    this.#changes = done.catch(() => {});
    return done;
  }

  async #stop(): Promise<void> {
    await this.#session?.submit({ type: "run.abort", opId: newOpId() });
    await this.#ended;
    this.#session = undefined;
  }

  /** Said and run in one breath; the run goes on by itself. */
  async #run({ session, options, said, traceparent }: Beginning): Promise<void> {
    await this.adopt(session, traceparent);
    const { pool } = this.#parts;
    const op = said && (await this.#message(said, session));
    const submitted = op && session.submit(op);
    this.#ended = (pool ? pool.adopt(session, options) : session.run())
      .catch((error: unknown) => this.#parts.log(`task ${session.taskId} broke: ${String(error)}`))
      .finally(() => this.release(session.taskId));
    await submitted;
  }

  #message(said: Said, session: TaskSession): Promise<Op> {
    return messageOp(said, { session, opId: newOpId(), log: this.#parts.log });
  }

  #runOptions(configuration: Configuration): Omit<RunOptions, "provider"> & { configuration: Configuration } {
    const { observe, isAttended, log } = this.#parts;
    const { maxTurns, maxCost, maxTokens, timeout, autoApprove } = configuration.settings;
    return {
      configuration,
      observe,
      attended: isAttended(),
      autoApprove: new Set(autoApprove),
      limits: {
        ...(maxTurns !== undefined && { turns: maxTurns }),
        ...(maxCost !== undefined && { costUsd: maxCost }),
        ...(maxTokens !== undefined && { tokens: maxTokens }),
        ...(timeout !== undefined && { seconds: timeout }),
      },
      notify: (notices) => {
        for (const { message } of notices) log(message);
      },
    };
  }
}

function withMode(configuration: Configuration, mode: string): Configuration {
  return { ...configuration, settings: { ...configuration.settings, mode } };
}

export function newOpId(): string {
  return `ipc-${process.pid}-${randomBytes(8).toString("hex")}`;
}

function noTask(message: string): RooError {
  return new RooError({ code: "task_not_found", message });
}

function oneTaskOnly(): RooError {
  const next = "Start tasks with a server of its own: roo serve --ipc PATH";
  return new RooError({ code: "ipc_one_task", message: "This program runs one task and starts no other.", next });
}
