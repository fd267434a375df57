import {
  KeyedSerialQueue,
  type Op,
  RooError,
  type RunResult,
  type SubtaskOrder,
  type SubtaskOutcome,
  type TaskId,
} from "@roo-code/types";
import type { Host } from "../host.ts";
import type { TaskSession } from "../session/task-session.ts";
import type { Observe } from "../subtasks/local-subtasks.ts";
import type { PreparedOptions } from "./prepare-run.ts";
import type { RunHooks } from "./task-input.ts";

/** Creates the op of a message once the session is known, because mentions are looked up in its workspace. */
export type Message = (session: TaskSession) => Promise<Op>;

interface PoolStart {
  readonly options: PreparedOptions;
  readonly message?: Message | undefined;
  readonly onOpen?: RunHooks["onOpen"];
}

interface ActiveTask {
  readonly session: TaskSession;
  readonly options: PreparedOptions;
  /** Its run has not started yet. */
  isOpening: boolean;
  /** Resolves when the run has ended and everything it used is released. Never rejects. */
  readonly ended: Promise<void>;
}

interface LaunchedRun {
  /** Resolves once the message is on disk. */
  readonly saved: Promise<void> | undefined;
  readonly result: Promise<RunResult>;
}

export interface DelegatedWork {
  /** The parent. */
  readonly taskId: TaskId;
  readonly outcome: SubtaskOutcome;
}

interface PoolParts {
  readonly host: Pick<Host, "createTask" | "openTask">;
  /** A background run or an observer threw. Runs that end with a failure are not reported here. */
  readonly onBroken: (taskId: TaskId, error: unknown) => void;
}

/** The running tasks of this process, any number at once, in any folders. Shared by all front doors. */
export class TaskPool {
  readonly #parts: PoolParts;
  readonly #active = new Map<TaskId, ActiveTask>();
  /** Runs about to start or resume. */
  readonly #starting = new Set<Promise<unknown>>();
  readonly #queues = new KeyedSerialQueue<TaskId>();
  readonly #observers = new Set<Observe>();
  #isDraining = false;

  constructor(parts: PoolParts) {
    this.#parts = parts;
  }

  /** Observes all tasks of this process. Returns a function that stops it. */
  observe(observer: Observe): () => void {
    this.#observers.add(observer);
    return () => this.#observers.delete(observer);
  }

  /** The running root tasks. */
  get running(): readonly TaskId[] {
    return [...this.#active.keys()];
  }

  /** The session of a task or, for a subtask, of its root task. */
  sessionOf(taskId: TaskId): TaskSession | undefined {
    return this.#treeOf(taskId)?.session;
  }

  /** The running tasks of a task's tree, the root first. */
  treeOf(taskId: TaskId): readonly TaskId[] {
    return this.sessionOf(taskId)?.running ?? [];
  }

  /** The folder of a task's tree. */
  folderOf(taskId: TaskId): string | undefined {
    return this.#treeOf(taskId)?.options.configuration.workspace;
  }

  /** Creates a task and runs it in the background. Resolves once its first message is on disk. */
  start(start: PoolStart, taskId?: TaskId): Promise<TaskSession> {
    return this.#track(async () => {
      const session = await this.#create(start, taskId);
      await (await this.#launch(session, start))?.saved;
      return session;
    });
  }

  /** Creates or resumes a task. Resolves to its result; rejects if the run threw. */
  async run(start: PoolStart, taskId?: TaskId): Promise<RunResult> {
    const launched = await this.#track(async () => {
      const session = taskId === undefined ? await this.#create(start) : await this.#open(taskId, start);
      return this.#launch(session, start, { isForeground: true });
    });
    if (!launched) throw new RooError({ code: "message_said", message: "The task already has this message." });
    return launched.result;
  }

  /** Creates or opens a task and runs a subtask of it, on behalf of a program. Throws as `resume` does, and `ToolFailure`. */
  async delegate(start: PoolStart, order: SubtaskOrder, taskId?: TaskId): Promise<DelegatedWork> {
    const session = await this.#track(() =>
      taskId === undefined ? this.#create(start) : this.#exclusively(taskId, () => this.#open(taskId, start)),
    );
    const release = this.#activate({ session, options: start.options, isOpening: false });
    try {
      await start.onOpen?.(session);
      return { taskId: session.taskId, outcome: await session.delegate(order) };
    } finally {
      await session.dispose().finally(release);
    }
  }

  /**
   * Resumes a task unless it is running already. Throws what opening throws: `task_not_found`, `task_busy` if another
   * process is running it, …
   */
  resume(taskId: TaskId, start: PoolStart): Promise<void> {
    return this.#exclusively(taskId, async () => {
      if (!(await this.#activeRun(taskId))) await this.#launch(await this.#open(taskId, start), start);
    });
  }

  /** Queues a message for a running task and switches to its mode; resumes any other task. Throws as `resume` does. */
  send(
    taskId: TaskId,
    { continues = true, ...start }: PoolStart & { readonly message: Message; readonly continues?: boolean },
  ): Promise<{ readonly isQueued: boolean }> {
    return this.#exclusively(this.#treeOf(taskId)?.session.taskId ?? taskId, async () => {
      const op = await this.#activeRun(taskId).then((tree) => tree && start.message(tree.session));
      const tree = await this.#activeRun(taskId);
      if (op && tree) {
        await this.#deliver(tree.session, op, { taskId, mode: start.options.mode });
        return { isQueued: true };
      }
      if (!continues) throw notRunning(taskId);
      // It was not running, or it ended while the message was prepared, which then has to be prepared again.
      await (await this.#launch(await this.#open(taskId, start), start))?.saved;
      return { isQueued: false };
    });
  }

  /** Throws `RooError` `task_not_running`. */
  async submit(op: Op, taskId: TaskId): Promise<void> {
    const session = this.sessionOf(taskId);
    if (!session) throw notRunning(taskId);
    await session.submit(op, taskId);
  }

  /** Resolves when a task's run has ended; at once if it is not running. */
  async ended(taskId: TaskId): Promise<void> {
    await this.#active.get(taskId)?.ended;
  }

  /** Accepts no more runs, stops all running ones and waits for them. They can be resumed later. */
  async drain(opId: string, milliseconds: number): Promise<void> {
    this.#isDraining = true;
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, milliseconds);
    await Promise.race([this.#stopAll(opId), late.promise]);
    clearTimeout(timer);
    for (const { session } of this.#active.values()) session.disposeNow();
  }

  async #stopAll(opId: string): Promise<void> {
    const stopActive = () =>
      Promise.all(
        [...this.#active.values()].map(async ({ session, ended }) => {
          await session.submit({ type: "run.abort", opId, reason: "server_stopped" }).catch(() => undefined);
          await ended;
        }),
      );
    await stopActive();
    // Runs that were about to start.
    await Promise.allSettled(this.#starting);
    await stopActive();
  }

  #treeOf(taskId: TaskId): ActiveTask | undefined {
    return (
      this.#active.get(taskId) ?? [...this.#active.values()].find(({ session }) => session.running.includes(taskId))
    );
  }

  /** The active run of a task, after waiting for one that is about to end. */
  async #activeRun(taskId: TaskId): Promise<ActiveTask | undefined> {
    const tree = this.#treeOf(taskId);
    if (!tree || tree.isOpening || tree.session.state.run !== undefined) return tree;
    await tree.ended;
    return undefined;
  }

  async #deliver(
    session: TaskSession,
    op: Op,
    { taskId, mode }: { readonly taskId: TaskId; readonly mode: string | undefined },
  ): Promise<void> {
    const isRepeated = session.taskId === taskId && session.state.opIds.has(op.opId);
    // A message to a subtask never switches the mode of its parent.
    if (mode !== undefined && session.taskId === taskId && !isRepeated) await session.switchMode(mode);
    await session.submit(op, taskId);
  }

  #create(start: PoolStart, taskId?: TaskId): Promise<TaskSession> {
    this.#refuseWhileDraining();
    const { mode: _, ...options } = start.options;
    return this.#parts.host.createTask({ ...options, observe: this.#notify, taskId });
  }

  #open(taskId: TaskId, { options }: PoolStart): Promise<TaskSession> {
    this.#refuseWhileDraining();
    return this.#parts.host.openTask(taskId, { ...options, observe: this.#notify });
  }

  /** Starts the run, by default in the background. undefined if the task already has the message and there is nothing to do. */
  async #launch(
    session: TaskSession,
    { options, message, onOpen }: PoolStart,
    { isForeground = false } = {},
  ): Promise<LaunchedRun | undefined> {
    const { taskId } = session;
    const active = { session, options, isOpening: true };
    const release = this.#activate(active);
    const op = await prepare(session, { message, onOpen }).catch(async (error: unknown) => {
      await session.dispose().finally(release);
      throw error;
    });
    // Sent before, but the response got lost: another run would have nothing to do.
    if (op && session.state.opIds.has(op.opId)) {
      await session.dispose().finally(release);
      return undefined;
    }
    // Submit and run in the same tick, so that the message and the start of the run are written together.
    const saved = op && session.submit(op);
    // If the disk fails here, it fails at the start of the run as well, which reports it.
    saved?.catch(() => undefined);
    const result = session.run();
    active.isOpening = false;
    void result
      .catch((error: unknown) => {
        if (!isForeground) this.#parts.onBroken(taskId, error);
      })
      .finally(() => {
        release();
        if (!isForeground && hasUnansweredMessage(session) && !this.#isDraining)
          void this.#resumeForMessage(taskId, options);
      });
    return { saved, result };
  }

  /** Returns a function that releases it. */
  #activate(task: Omit<ActiveTask, "ended">): () => void {
    const { taskId } = task.session;
    const end = Promise.withResolvers<void>();
    this.#active.set(taskId, Object.assign(task, { ended: end.promise }));
    return () => {
      this.#active.delete(taskId);
      end.resolve();
    };
  }

  /** For a message that arrived just as the run ended. The task stays in its current mode. */
  async #resumeForMessage(taskId: TaskId, options: PreparedOptions): Promise<void> {
    await this.resume(taskId, { options: { ...options, mode: undefined } }).catch((error: unknown) =>
      this.#parts.onBroken(taskId, error),
    );
  }

  readonly #notify: Observe = (item, source) => {
    for (const observer of this.#observers) {
      try {
        observer(item, source);
      } catch (error) {
        // An observer must not affect the task.
        this.#parts.onBroken(source.taskId, error);
      }
    }
  };

  #exclusively<Value>(taskId: TaskId, work: () => Promise<Value>): Promise<Value> {
    return this.#track(() => this.#queues.run(taskId, work));
  }

  #track<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = work();
    this.#starting.add(done);
    const forget = () => void this.#starting.delete(done);
    done.then(forget, forget);
    return done;
  }

  #refuseWhileDraining(): void {
    if (!this.#isDraining) return;
    throw new RooError({
      code: "unavailable",
      message: "The server is shutting down.",
      next: "Try again in a moment.",
    });
  }
}

async function prepare(session: TaskSession, { message, onOpen }: Pick<PoolStart, "message" | "onOpen">) {
  await onOpen?.(session);
  return message?.(session);
}

/** Whether the run completed although the last message was not answered. */
function hasUnansweredMessage({ state: { outcome, messages } }: TaskSession): boolean {
  return outcome?.status === "completed" && messages.at(-1)?.role === "user";
}

export function notRunning(taskId: TaskId): RooError {
  return new RooError({
    code: "task_not_running",
    message: `Task ${taskId} is not running in this process.`,
    next: "Send it a message, or resume it.",
  });
}
