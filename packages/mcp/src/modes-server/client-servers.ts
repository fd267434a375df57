import type { McpRequestContext, McpServer } from "@modelcontextprotocol/server";
import type { TaskId } from "@roo-code/types";
import { buildServer } from "./build-server.ts";
import { ClientSessions } from "./client-sessions.ts";
import type { ModesServerPorts } from "./modes-server-ports.ts";

type Era = McpRequestContext["era"];

/** A server for each client: what one does and subscribes to is not another's business. */
export class ClientServers {
  readonly news = new TaskNews();
  readonly #ports: ModesServerPorts;
  readonly #sessions: ClientSessions;
  readonly #refreshers = new Set<() => void>();
  readonly #endings: (() => void)[] = [];

  constructor(ports: ModesServerPorts) {
    this.#ports = ports;
    // A task that has ended by itself needs no stopping.
    this.#sessions = new ClientSessions((taskId) => ports.tasks.cancel(taskId).catch(() => undefined));
  }

  async begin(): Promise<void> {
    this.#endings.push(this.#ports.tasks.observe(this.news.add));
    this.#endings.push(await this.#ports.follow(() => this.#refreshers.forEach((refresh) => refresh())));
  }

  /** After modes or commands have changed. Returns what ends it. */
  onRefresh(refresh: () => void): () => void {
    this.#refreshers.add(refresh);
    return () => this.#refreshers.delete(refresh);
  }

  /** For a client that stays: told of changes until its connection ends. */
  async connected({ era, onGone }: { era: Era; onGone: () => void }): Promise<McpServer> {
    const session = this.#sessions.open({ isKept: true });
    const { server, refresh } = await buildServer(this.#ports, session);
    const subscribed = era === "legacy" ? holdSubscriptions(server) : undefined;
    const stopNews = this.news.listen((uri) => {
      // In the newer revision the SDK knows who has asked for what.
      if (subscribed?.has(uri) ?? true) server.server.sendResourceUpdated({ uri }).catch(() => undefined);
    });
    const stopRefreshing = this.onRefresh(refresh);
    // The SDK has no other way to be told.
    // oxlint-disable-next-line unicorn/prefer-add-event-listener
    server.server.onclose = () => {
      stopNews();
      stopRefreshing();
      void this.#sessions.close(session);
      onGone();
    };
    return server;
  }

  /** For a single request. */
  async passing(): Promise<McpServer> {
    return (await buildServer(this.#ports, this.#sessions.open({ isKept: false }))).server;
  }

  dispose(): void {
    for (const end of this.#endings) end();
    this.news.dispose();
  }
}

const maxSubscriptions = 1000;

function holdSubscriptions({ server }: McpServer): ReadonlySet<string> {
  const uris = new Set<string>();
  server.setRequestHandler("resources/subscribe", ({ params: { uri } }) => {
    if (uris.size < maxSubscriptions) uris.add(uri);
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", ({ params: { uri } }) => {
    uris.delete(uri);
    return {};
  });
  return uris;
}

const pauseMs = 100;

/** Tells listeners which resources have changed, each once however often it changed within a moment. */
class TaskNews {
  readonly #listeners = new Set<(uri: string) => void>();
  readonly #changed = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  readonly add = (taskId: TaskId): void => {
    this.#changed.add(`task://${taskId}`).add(`task://${taskId}/events`);
    this.#timer ??= setTimeout(() => this.#tell(), pauseMs).unref();
  };

  /** Returns what ends it. */
  listen(listener: (uri: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#listeners.clear();
  }

  #tell(): void {
    const uris = [...this.#changed];
    this.#changed.clear();
    this.#timer = undefined;
    for (const uri of uris) for (const listener of this.#listeners) listener(uri);
  }
}
