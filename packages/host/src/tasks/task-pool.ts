import { KeyedSerialQueue, type Op, RooError, type RunResult, type TaskId } from "@roo-code/types";
import type { Host } from "../host.ts";
import type { TaskSession } from "../session/task-session.ts";
import type { Observe } from "../subtasks/local-subtasks.ts";
import type { PreparedOptions } from "./prepare-run.ts";
import type { RunHooks } from "./task-input.ts";

/** Makes an op once the session is known: what a message mentions is looked up there. */
export type Message = (session: TaskSession) => Promise<Op>;

export interface PoolStart {
  readonly options: PreparedOptions;
  readonly message?: Message | undefined;
  readonly onOpen?: RunHooks["onOpen"];
}

interface Held {
  readonly session: TaskSession;
  readonly options: PreparedOptions;
  /** Its run has not begun yet. */
  isOpening: boolean;
  /** Resolves when the run is over and everything it used is released. Never rejects. */
  readonly ended: Promise<void>;
}

interface Launched {
  /** Resolves once the message is on disk. */
  readonly saved: Promise<void> | undefined;
  readonly result: Promise<RunResult>;
}

export interface PoolParts {
  readonly host: Pick<Host, "createTask" | "openTask">;
  /** A run in the background, or an observer, threw. A run that merely ended badly says so in its log. */
  readonly onBroken: (taskId: TaskId, error: unknown) => void;
}

/** The tasks that this process works on, any number at once, in any folders. All its front doors share one pool. */
export class TaskPool {
  readonly #parts: PoolParts;
  readonly #held = new Map<TaskId, Held>();
  /** Runs about to begin or continue. */
  readonly #beginnings = new Set<Promise<unknown>>();
  readonly #turns = new KeyedSerialQueue<TaskId>();
  readonly #observers = new Set<Observe>();
  #isDraining = false;

  constructor(parts: PoolParts) {
    this.#parts = parts;
  }

  /** Everything that happens in tasks of this process. Returns how to stop observing. */
  observe(observer: Observe): () => void {
    this.#observers.add(observer);
    return () => this.#observers.delete(observer);
  }

  /** Roots of the trees that are worked on now. */
  get running(): readonly TaskId[] {
    return [...this.#held.keys()];
  }

  /** The session that works on a task or, for a subtask, on the root of its tree. */
  sessionOf(taskId: TaskId): TaskSession | undefined {
    return this.#treeOf(taskId)?.session;
  }

  /** The tasks of a task's tree that run now, the root first. */
  treeOf(taskId: TaskId): readonly TaskId[] {
    return this.sessionOf(taskId)?.running ?? [];
  }

  /** The folder that the tree of a task works in. */
  folderOf(taskId: TaskId): string | undefined {
    return this.#treeOf(taskId)?.options.configuration.workspace;
  }

  /** Creates a task and runs it in the background. Resolves once its first message is on disk. */
  start(start: PoolStart, taskId?: TaskId): Promise<TaskSession> {
    return this.#underWay(async () => {
      const session = await this.#create(start, taskId);
      await (await this.#launch(session, start))?.saved;
      return session;
    });
  }

  /** Creates or continues a task. Resolves with what came of it; rejects where the run broke. */
  async run(start: PoolStart, taskId?: TaskId): Promise<RunResult> {
    const launched = await this.#underWay(async () => {
      const session = taskId === undefined ? await this.#create(start) : await this.#open(taskId, start);
      return this.#launch(session, start, { isForeground: true });
    });
    if (!launched) throw new RooError({ code: "message_said", message: "The task has this message already." });
    return launched.result;
  }

  /**
   * Continues a task unless it runs already. Throws what opening throws: `task_not_found`, `task_busy` where another
   * process works on it, …
   */
  resume(taskId: TaskId, start: PoolStart): Promise<void> {
    return this.#alone(taskId, async () => {
      if (!(await this.#working(taskId))) await this.#launch(await this.#open(taskId, start), start);
    });
  }

  /** A running task reads the message when it can, in the mode that is asked for; any other is continued. Throws as `resume` does. */
  say(
    taskId: TaskId,
    { continues = true, ...start }: PoolStart & { readonly message: Message; readonly continues?: boolean },
  ): Promise<{ readonly isQueued: boolean }> {
    return this.#alone(this.#treeOf(taskId)?.session.taskId ?? taskId, async () => {
      const op = await this.#working(taskId).then((tree) => tree && start.message(tree.session));
      const tree = await this.#working(taskId);
      if (op && tree) {
        await this.#tell(tree.session, op, { taskId, mode: start.options.mode });
        return { isQueued: true };
      }
      if (!continues) throw notRunning(taskId);
      // Either it was not running, or it ended while the message was prepared, which then has to be prepared anew.
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

  /** Resolves when a task's run is over; at once where there is none. */
  async ended(taskId: TaskId): Promise<void> {
    await this.#held.get(taskId)?.ended;
  }

  /** Accepts nothing more, asks all runs to stop, and waits; what is left then can be resumed later. */
  async drain(opId: string, milliseconds: number): Promise<void> {
    this.#isDraining = true;
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, milliseconds);
    await Promise.race([this.#stopAll(opId), late.promise]);
    clearTimeout(timer);
    for (const { session } of this.#held.values()) session.disposeNow();
  }

  async #stopAll(opId: string): Promise<void> {
    const stopHeld = () =>
      Promise.all(
        [...this.#held.values()].map(async ({ session, ended }) => {
          await session.submit({ type: "run.abort", opId, reason: "server_stopped" }).catch(() => undefined);
          await ended;
        }),
      );
    await stopHeld();
    // What was about to begin.
    await Promise.allSettled(this.#beginnings);
    await stopHeld();
  }

  #treeOf(taskId: TaskId): Held | undefined {
    return this.#held.get(taskId) ?? [...this.#held.values()].find(({ session }) => session.running.includes(taskId));
  }

  /** What works on it, once a run that is about to end has ended. */
  async #working(taskId: TaskId): Promise<Held | undefined> {
    const tree = this.#treeOf(taskId);
    if (!tree || tree.isOpening || tree.session.state.run !== undefined) return tree;
    await tree.ended;
    return undefined;
  }

  async #tell(
    session: TaskSession,
    op: Op,
    { taskId, mode }: { readonly taskId: TaskId; readonly mode: string | undefined },
  ): Promise<void> {
    const isRepeated = session.taskId === taskId && session.state.opIds.has(op.opId);
    // The mode is never switched for a task above the one that is spoken to.
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

  /** Runs it, in the background unless told otherwise. undefined where its message was said before: nothing is to be done. */
  async #launch(
    session: TaskSession,
    { options, message, onOpen }: PoolStart,
    { isForeground = false } = {},
  ): Promise<Launched | undefined> {
    const { taskId } = session;
    const over = Promise.withResolvers<void>();
    const held: Held = { session, options, isOpening: true, ended: over.promise };
    this.#held.set(taskId, held);
    const release = () => {
      this.#held.delete(taskId);
      over.resolve();
    };
    const op = await prepare(session, { message, onOpen }).catch(async (error: unknown) => {
      await session.dispose().finally(release);
      throw error;
    });
    // Said before, and the reply got lost on the way: running again would ask the model for nothing.
    if (op && session.state.opIds.has(op.opId)) {
      await session.dispose().finally(release);
      return undefined;
    }
    // Submitted and run in the same tick, so that the message and the run's start reach the disk together.
    const saved = op && session.submit(op);
    // A disk that refuses it refuses the run's start as well, and the run reports it.
    saved?.catch(() => undefined);
    const result = session.run();
    held.isOpening = false;
    void result
      .catch((error: unknown) => {
        if (!isForeground) this.#parts.onBroken(taskId, error);
      })
      .finally(() => {
        release();
        if (!isForeground && isUnheard(session) && !this.#isDraining) void this.#hear(taskId, options);
      });
    return { saved, result };
  }

  /** Somebody spoke in the moment in which the run ended. The task stays in its present mode. */
  async #hear(taskId: TaskId, options: PreparedOptions): Promise<void> {
    await this.resume(taskId, { options: { ...options, mode: undefined } }).catch((error: unknown) =>
      this.#parts.onBroken(taskId, error),
    );
  }

  readonly #notify: Observe = (item, source) => {
    for (const observer of this.#observers) {
      try {
        observer(item, source);
      } catch (error) {
        // An observer must not harm the task.
        this.#parts.onBroken(source.taskId, error);
      }
    }
  };

  #alone<Value>(taskId: TaskId, work: () => Promise<Value>): Promise<Value> {
    return this.#underWay(() => this.#turns.run(taskId, work));
  }

  #underWay<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = work();
    this.#beginnings.add(done);
    const forget = () => void this.#beginnings.delete(done);
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

/** The last message got no answer, though the run ended as if all had. */
function isUnheard({ state: { outcome, messages } }: TaskSession): boolean {
  return outcome?.status === "completed" && messages.at(-1)?.role === "user";
}

export function notRunning(taskId: TaskId): RooError {
  return new RooError({
    code: "task_not_running",
    message: `Task ${taskId} is not running in this process.`,
    next: "Send it a message, or resume it, and it continues.",
  });
}
