import { type Op, RooError, type RunResult, type TaskId } from "@roo-code/types";
import type { Configuration } from "../configuration.ts";
import type { Host, RunOptions } from "../create-host.ts";
import type { Observe } from "../subtasks/local-subtasks.ts";
import type { TaskSession } from "../task-session.ts";

export type PoolRun = Omit<RunOptions, "observe"> & { readonly configuration: Configuration };

interface Held {
  readonly session: TaskSession;
  /** Resolves when it is over and everything it had is let go. Never rejects. */
  readonly ended: Promise<void>;
  /** The tasks that work for it, while they do. */
  readonly below: Set<TaskId>;
}

export interface PoolParts {
  readonly host: Host;
  /** A run that broke: not one that ended badly, which its log says. */
  readonly onBroken: (taskId: TaskId, error: unknown) => void;
}

/**
 * The tasks that a long-lived process works on, any number at once, in any folders. Every door of the process shares
 * it, so that a task can be followed and answered through all of them.
 */
export class TaskPool {
  readonly #parts: PoolParts;
  readonly #held = new Map<TaskId, Held>();
  /** Being opened: a second request for the same task waits for the first. */
  readonly #opening = new Map<TaskId, Promise<TaskSession>>();
  readonly #observers = new Set<Observe>();
  #isDraining = false;

  constructor(parts: PoolParts) {
    this.#parts = parts;
  }

  /** Everything that happens in tasks of this process. Returns what ends it. */
  observe(observer: Observe): () => void {
    this.#observers.add(observer);
    return () => this.#observers.delete(observer);
  }

  /** Roots of trees that are worked on now. */
  get running(): readonly TaskId[] {
    return [...this.#held.keys()];
  }

  /** The session that works on a task, itself or by one that works for it. */
  sessionOf(taskId: TaskId): TaskSession | undefined {
    const own = this.#held.get(taskId);
    if (own) return own.session;
    for (const { session, below } of this.#held.values()) if (below.has(taskId)) return session;
    return undefined;
  }

  /** A new task that runs from here on. Resolves once its first message is on disk. */
  async start(run: PoolRun, first: (session: TaskSession) => Promise<Op>): Promise<TaskSession> {
    this.#refuseWhileDraining();
    const session = await this.#parts.host.createTask({ ...run, observe: this.#tell });
    await this.#begin(session, first);
    return session;
  }

  /** Goes on with a task that nobody works on. Throws what opening throws: `task_not_found`, `task_busy`, … */
  async resume(taskId: TaskId, run: PoolRun, first?: (session: TaskSession) => Promise<Op>): Promise<TaskSession> {
    this.#refuseWhileDraining();
    const held = this.#held.get(taskId);
    if (held) await held.ended;
    const opening = this.#opening.get(taskId) ?? this.#parts.host.openTask(taskId, { ...run, observe: this.#tell });
    this.#opening.set(taskId, opening);
    try {
      const session = await opening;
      if (!this.#held.has(taskId)) await this.#begin(session, first);
      return session;
    } finally {
      this.#opening.delete(taskId);
    }
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

  /** Takes no more, asks all to stop, and waits; what is left then can be resumed by whoever comes next. */
  async drain(opId: string, milliseconds: number): Promise<void> {
    this.#isDraining = true;
    const held = [...this.#held.values()];
    const stopped = held.map(async ({ session, ended }) => {
      await session.submit({ type: "run.abort", opId }).catch(() => undefined);
      await ended;
    });
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, milliseconds);
    await Promise.race([Promise.all(stopped), late.promise]);
    clearTimeout(timer);
    for (const { session } of this.#held.values()) session.disposeNow();
  }

  /** Said and run in one breath; the run goes on by itself. */
  async #begin(session: TaskSession, first: ((session: TaskSession) => Promise<Op>) | undefined): Promise<void> {
    const op = await first?.(session);
    const submitted = op && session.submit(op);
    const ended = session
      .run()
      .then(
        (_result: RunResult) => undefined,
        (error: unknown) => this.#parts.onBroken(session.taskId, error),
      )
      .finally(() => this.#held.delete(session.taskId));
    this.#held.set(session.taskId, { session, ended, below: new Set() });
    await submitted;
  }

  readonly #tell: Observe = (item, source) => {
    if (item.type === "subtask.start") this.#treeOf(source.taskId)?.below.add(item.taskId);
    if (item.type === "subtask.end") this.#treeOf(source.taskId)?.below.delete(item.taskId);
    for (const observer of this.#observers) observer(item, source);
  };

  #treeOf(taskId: TaskId): Held | undefined {
    return this.#held.get(taskId) ?? [...this.#held.values()].find(({ below }) => below.has(taskId));
  }

  #refuseWhileDraining(): void {
    if (!this.#isDraining) return;
    throw new RooError({ code: "unavailable", message: "The server is about to end.", next: "Try again in a moment." });
  }
}

function notRunning(taskId: TaskId): RooError {
  return new RooError({
    code: "task_not_running",
    message: `Nobody works on the task ${taskId} here.`,
    next: "Say something to it, or resume it, and it goes on.",
  });
}
