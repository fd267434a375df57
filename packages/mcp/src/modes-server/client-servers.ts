import type { McpRequestContext, McpServer } from "@modelcontextprotocol/server";
import type { TaskId } from "@roo-code/types";
import { buildServer } from "./build-server.ts";
import { ClientSessions } from "./client-sessions.ts";
import type { ModesServerPorts } from "./modes-server-ports.ts";

type Era = McpRequestContext["era"];

/** An MCP server for each client, with its own session and subscriptions. */
export class ClientServers {
  readonly changes = new TaskChanges();
  readonly #ports: ModesServerPorts;
  readonly #sessions: ClientSessions;
  readonly #refreshers = new Set<() => void>();
  readonly #disposers: (() => void)[] = [];

  constructor(ports: ModesServerPorts) {
    this.#ports = ports;
    // The task may have ended by itself.
    this.#sessions = new ClientSessions((taskId) => ports.tasks.cancel(taskId).catch(() => undefined));
  }

  async start(): Promise<void> {
    this.#disposers.push(this.#ports.tasks.observe(this.changes.add));
    this.#disposers.push(await this.#ports.follow(() => this.#refreshers.forEach((refresh) => refresh())));
  }

  /** Calls back after modes or commands have changed. Returns a function that stops it. */
  onRefresh(refresh: () => void): () => void {
    this.#refreshers.add(refresh);
    return () => this.#refreshers.delete(refresh);
  }

  /** For a client with a session: notified of changes until its connection ends. */
  async connect({ era, onClose }: { era: Era; onClose: () => void }): Promise<McpServer> {
    const session = this.#sessions.open({ isPersistent: true });
    const { server, refresh } = await buildServer(this.#ports, session);
    const subscribed = era === "legacy" ? trackSubscriptions(server) : undefined;
    const stopChanges = this.changes.listen((uri) => {
      // In the newer revision the SDK tracks subscriptions.
      if (subscribed?.has(uri) ?? true) server.server.sendResourceUpdated({ uri }).catch(() => undefined);
    });
    const stopRefreshing = this.onRefresh(refresh);
    // The SDK offers no other way.
    // oxlint-disable-next-line unicorn/prefer-add-event-listener
    server.server.onclose = () => {
      stopChanges();
      stopRefreshing();
      void this.#sessions.close(session);
      onClose();
    };
    return server;
  }

  /** For a single request. */
  async connectOnce(): Promise<McpServer> {
    return (await buildServer(this.#ports, this.#sessions.open({ isPersistent: false }))).server;
  }

  dispose(): void {
    for (const end of this.#disposers) end();
    this.changes.dispose();
  }
}

const maxSubscriptions = 1000;

function trackSubscriptions({ server }: McpServer): ReadonlySet<string> {
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

const debounceMs = 100;

/** Notifies listeners of changed resources, debounced. */
class TaskChanges {
  readonly #listeners = new Set<(uri: string) => void>();
  readonly #changed = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  readonly add = (taskId: TaskId): void => {
    this.#changed.add(`task://${taskId}`).add(`task://${taskId}/events`);
    this.#timer ??= setTimeout(() => this.#notify(), debounceMs).unref();
  };

  /** Returns a function that removes the listener. */
  listen(listener: (uri: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#listeners.clear();
  }

  #notify(): void {
    const uris = [...this.#changed];
    this.#changed.clear();
    this.#timer = undefined;
    for (const uri of uris) for (const listener of this.#listeners) listener(uri);
  }
}
