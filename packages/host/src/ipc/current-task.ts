import {
  type ImagePart,
  isTaskId,
  type Op,
  type ProviderSettings,
  RooError,
  SerialQueue,
  type Settings,
  type TaskId,
} from "@roo-code/types";
import type { Host } from "../host.ts";
import type { TaskSession } from "../session/task-session.ts";
import { newOpId } from "../tasks/message-op.ts";
import type { RunHooks, RunInput } from "../tasks/task-input.ts";
import type { Tasks } from "../tasks/tasks.ts";

interface CurrentTaskParts {
  readonly host: Host;
  readonly tasks: Tasks;
  /** The folder of new tasks. */
  readonly folder: string;
  /** The default provider of new tasks; absent if this process runs a single task and cannot start others. */
  readonly starts?: { readonly provider: Partial<ProviderSettings> } | undefined;
  /** Whether a connected client answers questions. */
  readonly isAttended: () => boolean;
  readonly onOpen: (taskId: TaskId, traceparent: string | undefined) => Promise<void>;
}

interface ClientMessage {
  readonly text: string;
  readonly images?: readonly ImagePart[] | undefined;
  readonly opId?: string | undefined;
}

/** A request of a client to start a task. */
interface NewTask extends ClientMessage {
  readonly settings: Settings;
  readonly provider: Partial<ProviderSettings>;
  readonly traceparent: string | undefined;
}

/** The single current task of an IPC server, as in Roo Code: starting another ends it. */
export class CurrentTask {
  readonly #parts: CurrentTaskParts;
  /** While it runs. */
  #session: TaskSession | undefined;
  #lastId: TaskId | undefined;
  /** The options of the client that started the last task: they apply when that task continues. */
  #startedWith: { readonly taskId: TaskId; readonly input: RunInput } | undefined;
  /** Starting, resuming and closing take turns. */
  readonly #changes = new SerialQueue();

  constructor(parts: CurrentTaskParts) {
    this.#parts = parts;
  }

  get taskId(): TaskId | undefined {
    return this.#session?.taskId ?? this.#lastId;
  }

  /** Makes a session that is about to run the current one. */
  async adopt(session: TaskSession, traceparent?: string): Promise<void> {
    this.#session = session;
    this.#lastId = session.taskId;
    await this.#parts.onOpen(session.taskId, traceparent);
  }

  /** Makes a task that was started elsewhere the current one, if there is none. */
  adoptIfIdle(session: TaskSession): void {
    if (!this.#session) void this.adopt(session);
  }

  /** The run of that task has ended; it can be resumed. */
  release(taskId: TaskId): void {
    if (this.#session?.taskId === taskId) this.#session = undefined;
  }

  start({ text, images, settings, provider: requested, traceparent }: NewTask): Promise<void> {
    const { tasks, folder: cwd } = this.#parts;
    const starts = this.#requireStarts();
    return this.#changes.run(async () => {
      await this.#stop();
      const provider = requested.apiProvider === undefined ? { ...starts.provider, ...requested } : requested;
      const { mode, ...others } = settings;
      const input = { settings: others, provider };
      const attended = this.#parts.isAttended();
      const onOpen = async (session: TaskSession): Promise<void> => {
        this.#startedWith = { taskId: session.taskId, input };
        await this.adopt(session, traceparent);
      };
      await tasks.begin({ ...input, cwd, mode, text, images, attended }, { onOpen });
    });
  }

  resume(id: string): Promise<void> {
    this.#requireStarts();
    return this.#changes.run(async () => {
      const { taskId } = await this.#parts.host.tasks.summarize(requireId(id));
      if (this.#session?.taskId === taskId) return;
      await this.#stop();
      await this.#parts.tasks.resume(taskId, this.#inputFor(taskId), this.#hooks);
    });
  }

  /** Sends a message to the running task, or to the last one, which then continues. */
  async send(message: ClientMessage): Promise<void> {
    const { taskId } = this;
    if (taskId === undefined) throw noTask("There is no task to send the message to.");
    if (this.#session) return this.#send(taskId, message);
    this.#requireStarts();
    await this.#changes.run(() => this.#send(taskId, message));
  }

  async submit(op: Op, taskId: string | undefined): Promise<void> {
    const id = taskId === undefined ? this.#session?.taskId : requireId(taskId);
    if (id === undefined || !this.#parts.tasks.pool.sessionOf(id)) throw noTask("No task is running.");
    if (op.type === "message.send") return this.#send(id, op);
    await this.#parts.tasks.submit(op, id);
  }

  async cancel(taskId: string | undefined): Promise<void> {
    await this.submit({ type: "run.abort", opId: newOpId() }, taskId);
  }

  /** Stops the current task and forgets it. */
  close(): Promise<void> {
    return this.#changes.run(async () => {
      await this.#stop();
      this.#lastId = undefined;
    });
  }

  async #send(taskId: TaskId, { text, images, opId }: ClientMessage): Promise<void> {
    const { tasks, starts } = this.#parts;
    const input = { text, images, opId, continues: starts !== undefined, ...this.#inputFor(taskId) };
    await tasks.send(taskId, input, this.#hooks);
  }

  get #hooks(): RunHooks {
    return { onOpen: (session) => this.adopt(session) };
  }

  #inputFor(taskId: TaskId): RunInput {
    const { starts, isAttended } = this.#parts;
    const input = this.#startedWith?.taskId === taskId ? this.#startedWith.input : { provider: starts?.provider };
    return { ...input, attended: isAttended() };
  }

  #requireStarts(): NonNullable<CurrentTaskParts["starts"]> {
    const { starts } = this.#parts;
    if (starts) return starts;
    throw new RooError({
      code: "ipc_one_task",
      message: "This process runs a single task and cannot start others.",
      next: "Start tasks with a separate server: roo serve --ipc PATH",
    });
  }

  async #stop(): Promise<void> {
    const { pool } = this.#parts.tasks;
    await this.#session?.submit({ type: "run.abort", opId: newOpId() });
    if (this.#lastId) await pool.ended(this.#lastId);
    this.#session = undefined;
  }
}

function requireId(id: string): TaskId {
  if (isTaskId(id)) return id;
  throw noTask(`There is no task ${id.slice(0, 80)}.`);
}

function noTask(message: string): RooError {
  return new RooError({ code: "task_not_found", message });
}
