import type { TaskId } from "@roo-code/types";

/** The clients that are connected. A task is stopped when the last of those that work with it has gone. */
export class ClientSessions {
  readonly #sessions = new Set<ClientSession>();
  readonly #stop: (taskId: TaskId) => Promise<void>;

  constructor(stop: (taskId: TaskId) => Promise<void>) {
    this.#stop = stop;
  }

  open(options: { isKept: boolean }): ClientSession {
    const session = new ClientSession(options);
    if (session.isKept) this.#sessions.add(session);
    return session;
  }

  async close(session: ClientSession): Promise<void> {
    if (!this.#sessions.delete(session)) return;
    const left = [...session.tasks.keys()].filter((taskId) => !this.#isUsed(taskId));
    await Promise.all(left.map((taskId) => this.#stop(taskId)));
  }

  #isUsed(taskId: TaskId): boolean {
    return [...this.#sessions].some(({ tasks }) => tasks.has(taskId));
  }
}

/** What is remembered of one client, as long as it is connected. */
export class ClientSession {
  /** False for a client whose requests have nothing to do with each other. */
  readonly isKept: boolean;
  /** Of new tasks, where the client has chosen one. */
  mode: string | undefined;
  readonly #tasks = new Map<TaskId, string>();

  constructor({ isKept }: { isKept: boolean }) {
    this.isKept = isKept;
  }

  /** The tasks it works with, and what each is for. */
  get tasks(): ReadonlyMap<TaskId, string> {
    return this.#tasks;
  }

  /** True when the task is new to it. */
  use(taskId: TaskId, purpose = ""): boolean {
    if (!this.isKept || this.#tasks.has(taskId)) return false;
    this.#tasks.set(taskId, purpose);
    return true;
  }
}
