import type { IpcServer, TaskItem } from "@roo-code/ipc";
import type { EventLog, LiveDelta, TaskEvent, TaskId } from "@roo-code/types";
import type { TaskSource } from "../subtasks/local-subtasks.ts";

const maxHeld = 10_000;
const batchSize = 50;

/** Our own events and deltas for clients that asked for them: those of the tree so far first, then live, each once. */
export class ItemFeed {
  readonly #server: IpcServer;
  readonly #tasks: EventLog;
  readonly #sources = new Map<TaskId, TaskSource>();
  /** What happens while a client is told what was before. */
  readonly #held = new Map<string, TaskItem[]>();

  constructor(server: IpcServer, tasks: EventLog) {
    this.#server = server;
    this.#tasks = tasks;
  }

  observe(item: TaskEvent | LiveDelta, source: TaskSource): void {
    if (!this.#sources.has(source.taskId)) {
      if (source.agent === "root") this.#sources.clear();
      this.#sources.set(source.taskId, source);
    }
    const told: TaskItem = { ...source, item };
    for (const clientId of this.#server.clientIds) {
      const held = this.#held.get(clientId);
      if (!held) this.#server.sendItem(clientId, told);
      else if (held.length < maxHeld) held.push(told);
      else this.#server.closeClient(clientId, { code: "ipc_slow_client", message: "The client reads too slowly." });
    }
  }

  /** Resolves when the client knows all there was. */
  async replay(clientId: string): Promise<void> {
    const held: TaskItem[] = [];
    const told = new Map<string, number>();
    this.#held.set(clientId, held);
    try {
      for (const source of this.#sources.values()) {
        for (const [index, item] of (await this.#eventsOf(source.taskId)).entries()) {
          if (index % batchSize === 0) await this.#server.drained(clientId);
          this.#server.sendItem(clientId, { ...source, item });
          told.set(source.taskId, item.seq);
        }
      }
      const isNew = ({ taskId, item }: TaskItem) => "live" in item || item.seq > (told.get(taskId) ?? 0);
      for (const item of held.filter(isNew)) this.#server.sendItem(clientId, item);
    } finally {
      this.#held.delete(clientId);
    }
  }

  /** A log that has gone meanwhile has nothing to tell. */
  async #eventsOf(taskId: TaskId): Promise<TaskEvent[]> {
    return this.#tasks.read(taskId).catch(() => []);
  }
}
