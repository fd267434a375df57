import type { TaskId } from "@roo-code/types";

/** The connected clients. A task is stopped when the last client that uses it disconnects. */
export class ClientSessions {
  readonly #sessions = new Set<ClientSession>();
  readonly #stop: (taskId: TaskId) => Promise<void>;

  constructor(stop: (taskId: TaskId) => Promise<void>) {
    this.#stop = stop;
  }

  open(options: { isPersistent: boolean }): ClientSession {
    const session = new ClientSession(options);
    if (session.isPersistent) this.#sessions.add(session);
    return session;
  }

  async close(session: ClientSession): Promise<void> {
    if (!this.#sessions.delete(session)) return;
    const unused = [...session.tasks.keys()].filter((taskId) => !this.#isUsed(taskId));
    await Promise.all(unused.map((taskId) => this.#stop(taskId)));
  }

  #isUsed(taskId: TaskId): boolean {
    return [...this.#sessions].some(({ tasks }) => tasks.has(taskId));
  }
}

/** The state of one client while it is connected. */
export class ClientSession {
  /** False for a stateless client: nothing is remembered between its requests. */
  readonly isPersistent: boolean;
  /** The mode for new tasks, if the client has chosen one. */
  mode: string | undefined;
  readonly #tasks = new Map<TaskId, string>();

  constructor({ isPersistent }: { isPersistent: boolean }) {
    this.isPersistent = isPersistent;
  }

  /** The tasks it uses, with the prompt of those it started. */
  get tasks(): ReadonlyMap<TaskId, string> {
    return this.#tasks;
  }

  /** True if it did not use the task before. */
  use(taskId: TaskId, purpose = ""): boolean {
    if (!this.isPersistent || this.#tasks.has(taskId)) return false;
    this.#tasks.set(taskId, purpose);
    return true;
  }
}
