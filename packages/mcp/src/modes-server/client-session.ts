import type { TaskId } from "@roo-code/types";

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
