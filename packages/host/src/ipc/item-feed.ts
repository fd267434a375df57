import type { IpcServer, TaskItem } from "@roo-code/ipc";
import type { EventLog, LiveDelta, TaskEvent, TaskId } from "@roo-code/types";
import type { TaskSource } from "../subtasks/local-subtasks.ts";

const maxBuffered = 10_000;
const batchSize = 50;

/** Our own events and deltas for clients that subscribed to them: past ones of the task tree first, then live, each once. */
export class ItemFeed {
  readonly #server: IpcServer;
  readonly #tasks: EventLog;
  readonly #sources = new Map<TaskId, TaskSource>();
  /** Items that arrive while a client is sent past ones. */
  readonly #buffered = new Map<string, TaskItem[]>();

  constructor(server: IpcServer, tasks: EventLog) {
    this.#server = server;
    this.#tasks = tasks;
  }

  observe(item: TaskEvent | LiveDelta, source: TaskSource): void {
    if (!this.#sources.has(source.taskId)) {
      if (source.agent === "root") this.#sources.clear();
      this.#sources.set(source.taskId, source);
    }
    const taskItem: TaskItem = { ...source, item };
    for (const clientId of this.#server.clientIds) {
      const buffered = this.#buffered.get(clientId);
      if (!buffered) this.#server.sendItem(clientId, taskItem);
      else if (buffered.length < maxBuffered) buffered.push(taskItem);
      else this.#server.closeClient(clientId, { code: "ipc_slow_client", message: "The client reads too slowly." });
    }
  }

  /** Resolves when the client has all past events. */
  async replay(clientId: string): Promise<void> {
    const buffered: TaskItem[] = [];
    const lastSent = new Map<string, number>();
    this.#buffered.set(clientId, buffered);
    try {
      for (const source of this.#sources.values()) {
        for (const [index, item] of (await this.#eventsOf(source.taskId)).entries()) {
          if (index % batchSize === 0) await this.#server.drained(clientId);
          this.#server.sendItem(clientId, { ...source, item });
          lastSent.set(source.taskId, item.seq);
        }
      }
      const isNew = ({ taskId, item }: TaskItem) => "live" in item || item.seq > (lastSent.get(taskId) ?? 0);
      for (const item of buffered.filter(isNew)) this.#server.sendItem(clientId, item);
    } finally {
      this.#buffered.delete(clientId);
    }
  }

  /** Empty if the log was deleted meanwhile. */
  async #eventsOf(taskId: TaskId): Promise<TaskEvent[]> {
    return this.#tasks.read(taskId).catch(() => []);
  }
}
