import { RooError, type TaskId } from "@roo-code/types";
import type { ClientFrame } from "@roo-code/types/api";
import type { ConnectionContext } from "./outbox.ts";

type Frame<Type extends ClientFrame["type"]> = Extract<ClientFrame, { type: Type }>;

const maxTasks = 200;

/** The tasks a client follows, and its ops on them. */
export class TaskSubscriptions {
  readonly #context: ConnectionContext;
  readonly #followed = new Map<TaskId, AbortController>();

  constructor(context: ConnectionContext) {
    this.#context = context;
  }

  /** Resolves when the subscription ends. Subscribing again to the same task restarts it. */
  async subscribe(owner: string, { taskId, afterSeq }: Frame<"subscribe">): Promise<void> {
    const { services, outbox, signal } = this.#context;
    await services.tasks.require(owner, taskId);
    this.unsubscribe(taskId);
    if (this.#followed.size >= maxTasks)
      throw new RooError({ code: "too_many_requests", message: `A connection may follow at most ${maxTasks} tasks.` });
    const stop = new AbortController();
    this.#followed.set(taskId, stop);
    const listener = {
      send: outbox.sendRaw,
      drained: outbox.drained,
      caughtUp: (lastSeq: number) => outbox.send({ type: "caughtUp", taskId, lastSeq }),
    };
    try {
      await services.feeds.follow(taskId, afterSeq, listener, AbortSignal.any([stop.signal, signal]));
    } finally {
      if (this.#followed.get(taskId) === stop) this.#followed.delete(taskId);
    }
  }

  unsubscribe(taskId: TaskId): void {
    this.#followed.get(taskId)?.abort();
    this.#followed.delete(taskId);
  }

  async submit(owner: string, { id, taskId, op }: Frame<"op">): Promise<void> {
    const { services, outbox } = this.#context;
    const summary = await services.tasks.require(owner, taskId ?? this.#only());
    outbox.send({ type: "ack", id, result: await services.tasks.submit(summary.taskId, op) });
  }

  async actInBrowser(owner: string, { id, taskId, action }: Frame<"browser.act">): Promise<void> {
    const { services, outbox, signal } = this.#context;
    await services.tasks.require(owner, taskId);
    const session = services.pool.sessionOf(taskId);
    if (!session)
      throw new RooError({ code: "task_not_running", message: `Task ${taskId} is not running in this process.` });
    outbox.send({ type: "ack", id, result: await session.actInBrowser(action, signal) });
  }

  /** A client that follows a single task need not name it. */
  #only(): TaskId {
    const [first, ...others] = this.#followed.keys();
    if (first !== undefined && others.length === 0) return first;
    throw new RooError({
      code: "bad_request",
      message: "Missing taskId: this connection follows no task, or several.",
    });
  }
}
