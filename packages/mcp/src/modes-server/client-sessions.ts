import type { TaskId } from "@roo-code/types";
import { ClientSession } from "./client-session.ts";

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
