import { type Op, RooError, type TaskId } from "@roo-code/types";
import type { Configuration } from "../configuration.ts";
import type { Host, RunOptions } from "../create-host.ts";
import type { Observe } from "../subtasks/local-subtasks.ts";
import type { TaskSession } from "../task-session.ts";

export type PoolRun = Omit<RunOptions, "observe"> & {
  readonly configuration: Configuration;
  /** Another mode for a task that is taken up again. */
  readonly mode?: string | undefined;
};

/** Words for a task, once it is known what works on it: what they mention is looked up there. */
export type Message = (session: TaskSession) => Promise<Op>;

interface Held {
  readonly session: TaskSession;
  readonly run: PoolRun;
  /** Resolves when it is over and everything it had is let go. Never rejects. */
  readonly ended: Promise<void>;
}

export interface PoolParts {
  readonly host: Pick<Host, "createTask" | "openTask">;
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
  /** What begins or goes on with a task, one after the other for each. */
  readonly #beginnings = new Set<Promise<unknown>>();
  readonly #newest = new Map<TaskId, Promise<unknown>>();
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
    return this.#treeOf(taskId)?.session;
  }

  /** All of the tree that a task is in, as far as they work now: its root first. */
  treeOf(taskId: TaskId): readonly TaskId[] {
    return this.sessionOf(taskId)?.running ?? [];
  }

  /** Where the tree of a task works. */
  folderOf(taskId: TaskId): string | undefined {
    return this.#treeOf(taskId)?.run.configuration.workspace;
  }

  /** A new task that runs from here on. Resolves once its first message is on disk. */
  start(run: PoolRun, first: Message, taskId?: TaskId): Promise<TaskSession> {
    return this.#underWay(async () => {
      this.#refuseWhileDraining();
      const session = await this.#parts.host.createTask({ ...run, observe: this.tell, ...(taskId && { taskId }) });
      await this.#begin(session, run, first);
      return session;
    });
  }

  /**
   * Runs a task that another door of this process has made with `tell` as its observer. Resolves when the run is over,
   * and never rejects.
   */
  async adopt(session: TaskSession, run: PoolRun): Promise<void> {
    await this.#begin(session, run, undefined);
    await this.ended(session.taskId);
  }

  /**
   * Goes on with a task, if nobody does so already. Throws what opening throws: `task_not_found`, `task_busy` where
   * another process works on it, …
   */
  resume(taskId: TaskId, run: PoolRun): Promise<void> {
    return this.#alone(taskId, async () => {
      if (!(await this.#working(taskId))) await this.#open(taskId, run);
    });
  }

  /** To a task that works: it hears it when it can. To one that was left: it goes on. Throws as `resume` does. */
  say(taskId: TaskId, run: () => Promise<PoolRun>, message: Message): Promise<{ readonly isQueued: boolean }> {
    return this.#alone(this.#treeOf(taskId)?.session.taskId ?? taskId, async () => {
      const op = await this.#working(taskId).then((tree) => tree && message(tree.session));
      const tree = await this.#working(taskId);
      if (op && tree) {
        await tree.session.submit(op, taskId);
        return { isQueued: true };
      }
      // It may have ended while the words were looked up, and they with it.
      await this.#open(taskId, await run(), message);
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

  /** Takes no more, asks all to stop, and waits; what is left then can be resumed by whoever comes next. */
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

  /** Who works on it, once a run that is about to end has ended. */
  async #working(taskId: TaskId): Promise<Held | undefined> {
    const tree = this.#treeOf(taskId);
    if (!tree || tree.session.state.run !== undefined) return tree;
    await tree.ended;
    return undefined;
  }

  async #open(taskId: TaskId, run: PoolRun, first?: Message): Promise<void> {
    this.#refuseWhileDraining();
    const session = await this.#parts.host.openTask(taskId, { ...run, observe: this.tell });
    await this.#begin(session, run, first);
  }

  /** Said and run in one breath; the run goes on by itself. */
  async #begin(session: TaskSession, run: PoolRun, first: Message | undefined): Promise<void> {
    const { taskId } = session;
    const op = await first?.(session).catch(async (error: unknown) => {
      await session.dispose();
      throw error;
    });
    // It was said before, and the answer got lost on the way: going on once more would ask the model for nothing.
    if (op && session.state.opIds.has(op.opId)) return session.dispose();
    const submitted = op && session.submit(op);
    // A disk that refuses it refuses the run's start as well, and the run reports it.
    submitted?.catch(() => undefined);
    const ended = session
      .run()
      .then(
        () => undefined,
        (error: unknown) => this.#parts.onBroken(taskId, error),
      )
      .finally(() => {
        this.#held.delete(taskId);
        if (isUnheard(session) && !this.#isDraining) void this.#hear(taskId, run);
      });
    this.#held.set(taskId, { session, run, ended });
    await submitted;
  }

  /** Somebody spoke in the moment in which the run ended. The task stays in the mode it is in by now. */
  async #hear(taskId: TaskId, run: PoolRun): Promise<void> {
    await this.resume(taskId, { ...run, mode: undefined }).catch((error: unknown) =>
      this.#parts.onBroken(taskId, error),
    );
  }

  /** Tells everybody who observes. For tasks that are to be adopted. */
  readonly tell: Observe = (item, source) => {
    for (const observer of this.#observers) {
      try {
        observer(item, source);
      } catch (error) {
        // Who looks on must not harm the task.
        this.#parts.onBroken(source.taskId, error);
      }
    }
  };

  #alone<Value>(taskId: TaskId, work: () => Promise<Value>): Promise<Value> {
    const before = this.#newest.get(taskId);
    const done = this.#underWay(async () => {
      await before;
      return work();
    });
    const settled = done
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => {
        if (this.#newest.get(taskId) === settled) this.#newest.delete(taskId);
      });
    this.#newest.set(taskId, settled);
    return done;
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
    throw new RooError({ code: "unavailable", message: "The server is about to end.", next: "Try again in a moment." });
  }
}

/** What was said last got no answer, though the run ended as if all had. */
function isUnheard({ state: { outcome, messages } }: TaskSession): boolean {
  return outcome?.status === "completed" && messages.at(-1)?.role === "user";
}

function notRunning(taskId: TaskId): RooError {
  return new RooError({
    code: "task_not_running",
    message: `Nobody works on the task ${taskId} here.`,
    next: "Say something to it, or resume it, and it goes on.",
  });
}
