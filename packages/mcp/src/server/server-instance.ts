import { pathToFileURL } from "node:url";
import { type CommandProfile, type McpEventDraft, SerialQueue } from "@roo-code/types";
import { ResponseCache } from "../cache/response-cache.ts";
import { ActiveCalls } from "../calls/active-calls.ts";
import { elicit } from "../calls/elicit.ts";
import { sample } from "../calls/sample.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { knownDiscovery, type ServerRecordFile } from "../catalog/server-record.ts";
import type { ConnectFailure } from "../connection/connect-failure.ts";
import { Connection, type ConnectionEvent, type ConnectionState } from "../connection/connection.ts";
import { listCatalog } from "../connection/list-catalog.ts";
import type { ServerHandlers } from "../connection/server-handlers.ts";
import type { HubPorts } from "../hub-ports.ts";
import type { ServerLog } from "../log/server-log.ts";
import type { ConfiguredServer } from "../server-configuration.ts";
import type { ReachedServer } from "./reach-server.ts";
import { watchedFiles } from "./stdio-start.ts";

/** Records events of servers in a task's log. */
export type McpSink = (event: McpEventDraft) => void;

export interface InstanceOptions {
  /** Its current configuration. */
  readonly server: () => ConfiguredServer;
  /** The sandbox profile of its process; undefined for none. */
  readonly profile: CommandProfile | undefined;
  readonly ports: HubPorts;
  readonly log: ServerLog;
  readonly record: ServerRecordFile;
  readonly onCatalog: (catalog: Catalog) => void;
}

/** One connection to a server, shared by all tasks with the same sandbox profile. */
export class ServerInstance {
  readonly cache: ResponseCache;
  readonly activeCalls = new ActiveCalls();
  readonly #options: InstanceOptions;
  readonly #connection: Connection<ReachedServer>;
  readonly #sinks = new Set<McpSink>();
  /** The sinks of tasks that use it, for which it is reconnected. */
  readonly #users = new Set<McpSink>();
  readonly #listing = new SerialQueue();
  #watch: { dispose(): void } | undefined;

  constructor(options: InstanceOptions) {
    const { ports } = options;
    this.#options = options;
    this.cache = new ResponseCache(() => ports.clock.monotonic());
    this.#connection = new Connection<ReachedServer>({
      clock: ports.clock,
      random: ports.random,
      open: (signal) => this.#open(signal),
      close: (live) => live.close(),
      isInUse: () => this.#users.size > 0,
      onEvent: (event) => this.#onEvent(event),
    });
  }

  get state(): ConnectionState<ReachedServer> {
    return this.#connection.state;
  }

  get pid(): number | undefined {
    const { state } = this.#connection;
    return state.kind === "connected" ? state.live.pid() : undefined;
  }

  /** Connects; the sink gets the connection's events from now on. Rejects with a `ConnectFailure`. */
  ensure(sink: McpSink, signal: AbortSignal): Promise<ReachedServer> {
    this.#users.add(sink);
    return this.peek(sink, signal);
  }

  /** Like `ensure`, to read the catalog only: a failed connection is not retried automatically. */
  peek(sink: McpSink, signal: AbortSignal): Promise<ReachedServer> {
    this.#sinks.add(sink);
    return this.#connection.ensure(signal);
  }

  removeSink(sink: McpSink): void {
    this.#users.delete(sink);
    this.#sinks.delete(sink);
  }

  /** Reports a connection that turned out to be broken. */
  lost(live: ReachedServer, error: ConnectFailure): void {
    this.#connection.lost(live, error);
    void live.close();
  }

  resetFailures(): void {
    this.#connection.resetFailures();
  }

  async restart(reason: string): Promise<void> {
    this.#options.log.add("info", `Restarted: ${reason}`);
    this.cache.clear();
    await this.#connection.restart();
  }

  async close(): Promise<void> {
    this.#watch?.dispose();
    this.cache.clear();
    await this.#connection.close();
  }

  /** For a process about to exit. */
  closeNow(): void {
    const { state } = this.#connection;
    if (state.kind === "connected") state.live.closeNow();
  }

  async #open(signal: AbortSignal): Promise<ReachedServer> {
    const { profile, ports, log, record } = this.#options;
    const server = this.#options.server();
    const prior = knownDiscovery(record.read(), ports.clock.now());
    // The SDK is slow to load, and startup must not wait for it.
    const { reachServer } = await import("./reach-server.ts");
    const live = await reachServer({ server, profile, ports, log, prior, handlers: this.#handlers(), signal });
    live.ended.addEventListener("abort", () => this.#connection.lost(live, live.whyEnded()), { once: true });
    const { logging } = live.client.getServerCapabilities() ?? {};
    if (logging && live.prior.kind === "legacy") live.client.setLoggingLevel("info").catch(() => {});
    return live;
  }

  #handlers(): ServerHandlers {
    const { ports, log } = this.#options;
    const { name } = this.#options.server();
    const current = () => {
      const call = this.activeCalls.oldest();
      if (call?.services) return { deadline: call.deadline, services: call.services };
      throw new Error("No call to this server is active.");
    };
    return {
      roots: () => [{ uri: pathToFileURL(ports.workspace).href, name: "workspace" }],
      sample: async (params) => {
        const { deadline, services } = current();
        return deadline.pauseDuring(() => sample(name, params, services));
      },
      elicit: async (params) => {
        const { deadline, services } = current();
        return deadline.pauseDuring(() => elicit(name, params, (text, offered) => services.ask(text, offered)));
      },
      log: (level, message) => log.add(level, message),
      resourceUpdated: (uri) => this.cache.forget("resource", uri),
      listChanged: (list) => {
        if (list !== "prompts") this.cache.forget(list === "tools" ? "tool" : "resource");
        void this.#listing.run(() => this.#list());
      },
    };
  }

  /** Lists the catalog again after the server reported a change. */
  async #list(): Promise<void> {
    const { state } = this.#connection;
    if (state.kind !== "connected") return;
    const { log, server, onCatalog } = this.#options;
    const timeoutMs = server().configuration.timeout * 1000;
    const onProblem = (problem: string): void => log.add("error", problem);
    const { client, ended: signal } = state.live;
    const catalog = await listCatalog(client, { signal, timeoutMs, onProblem }).catch(() => undefined);
    if (catalog) onCatalog(catalog);
  }

  #onEvent(event: ConnectionEvent<ReachedServer>): void {
    const { log, record, ports, onCatalog } = this.#options;
    const { name, source, configuration } = this.#options.server();
    const origin = { server: name, source, transport: configuration.type };
    const at = ports.clock.now();
    const recordState = (state: string, error?: string): void =>
      record.change(() => ({ last: { state, at, pid: process.pid, error } }));
    switch (event.type) {
      case "start":
        return this.#send({ type: "connection.start", ...origin });
      case "added": {
        const { live, durationMs } = event;
        log.add("info", `Connected in ${durationMs} ms, ${live.protocol}, ${live.catalog.tools.length} tools`);
        record.change(() => ({ era: { at, prior: live.prior } }));
        recordState("connected");
        onCatalog(live.catalog);
        this.#startWatch();
        return this.#send({
          type: "connection.added",
          ...origin,
          durationMs,
          protocol: live.protocol,
          tools: live.catalog.tools.length,
        });
      }
      case "failed": {
        const { error, durationMs, retryInMs } = event;
        this.cache.clear();
        log.add("error", error.message);
        recordState("failed", error.message);
        const failure = { code: error.code, message: error.message };
        return this.#send({ type: "connection.failed", ...origin, durationMs, error: failure, retryInMs });
      }
    }
  }

  #send(event: McpEventDraft): void {
    for (const sink of this.#sinks) sink(event);
  }

  #startWatch(): void {
    const { ports } = this.#options;
    const { configuration } = this.#options.server();
    if (this.#watch || configuration.type !== "stdio") return;
    const files = watchedFiles(configuration, ports.workspace);
    if (files.length > 0) this.#watch = ports.watch(files, () => void this.restart("a file it watches has changed"));
  }
}
