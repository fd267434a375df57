import type { IpcServer, TaskItem } from "@roo-code/ipc";
import type { EventLog, LiveDelta, TaskEvent, TaskId } from "@roo-code/types";
import type { TaskSource } from "../subtasks/local-subtasks.ts";

const maxBuffered = 10_000;
const batchSize = 50;

/** What one client was sent since its last subscription. */
interface ClientFeed {
  /** Items that arrive while the client is sent past ones. */
  buffered: TaskItem[] | undefined;
  /** An event can be read from the log before it is observed: the number of the last one tells that it was sent. */
  readonly lastSeq: Map<string, number>;
}

/** Our own events and deltas for clients that subscribed to them: past ones of the task tree first, then live, each once. */
export class ItemFeed {
  readonly #server: Pick<IpcServer, "clientIds" | "sendItem" | "drained" | "closeClient">;
  readonly #tasks: Pick<EventLog, "read">;
  readonly #sources = new Map<TaskId, TaskSource>();
  readonly #clients = new Map<string, ClientFeed>();

  constructor(
    server: Pick<IpcServer, "clientIds" | "sendItem" | "drained" | "closeClient">,
    tasks: Pick<EventLog, "read">,
  ) {
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
      const { buffered } = this.#clients.get(clientId) ?? {};
      if (!buffered) this.#send(clientId, taskItem);
      else if (buffered.length < maxBuffered) buffered.push(taskItem);
      else this.#server.closeClient(clientId, { code: "ipc_slow_client", message: "The client reads too slowly." });
    }
  }

  /** Resolves when the client has all past events, or subscribed again, which starts over. */
  async replay(clientId: string): Promise<void> {
    this.#forgetDisconnected();
    const buffered: TaskItem[] = [];
    const feed: ClientFeed = { buffered, lastSeq: new Map() };
    this.#clients.set(clientId, feed);
    try {
      for (const source of this.#sources.values()) {
        for (const [index, item] of (await this.#eventsOf(source.taskId)).entries()) {
          if (index % batchSize === 0) await this.#server.drained(clientId);
          if (this.#clients.get(clientId) !== feed) return;
          this.#send(clientId, { ...source, item });
        }
      }
      if (this.#clients.get(clientId) !== feed) return;
      for (const item of buffered) this.#send(clientId, item);
    } finally {
      feed.buffered = undefined;
    }
  }

  #send(clientId: string, taskItem: TaskItem): void {
    const { taskId, item } = taskItem;
    const lastSeq = this.#clients.get(clientId)?.lastSeq;
    if (lastSeq && !("live" in item)) {
      if (item.seq <= (lastSeq.get(taskId) ?? 0)) return;
      lastSeq.set(taskId, item.seq);
    }
    this.#server.sendItem(clientId, taskItem);
  }

  /** Empty if the log was deleted meanwhile. */
  async #eventsOf(taskId: TaskId): Promise<TaskEvent[]> {
    return this.#tasks.read(taskId).catch(() => []);
  }

  #forgetDisconnected(): void {
    const connected = new Set(this.#server.clientIds);
    for (const clientId of this.#clients.keys()) if (!connected.has(clientId)) this.#clients.delete(clientId);
  }
}
