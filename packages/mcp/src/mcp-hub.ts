import { RooError, ToolFailure } from "@roo-code/types";
import type { Catalog } from "./catalog/catalog.ts";
import type { ToolOrigin } from "./catalog/tool-definition.ts";
import type { HubPorts } from "./hub-ports.ts";
import { type LinkOptions, McpLink } from "./link/mcp-link.ts";
import { Server } from "./server/server.ts";
import type { ConfiguredServer } from "./server-configuration.ts";

/** A server that is not used, and why. */
export interface WithheldServer {
  readonly name: string;
  readonly reason: string;
}

export interface HubServers {
  readonly servers: readonly ConfiguredServer[];
  /** For example, those of a project that is not trusted. */
  readonly withheld: readonly WithheldServer[];
}

/** The MCP servers of one folder. Tasks with the same sandbox profile share a server's process. */
export class McpHub {
  readonly #ports: HubPorts;
  readonly #links = new Set<McpLink>();
  #servers = new Map<string, Server>();
  #withheld: readonly WithheldServer[] = [];
  #version = 0;

  constructor(ports: HubPorts, servers: HubServers) {
    this.#ports = ports;
    this.#configure(servers);
  }

  /** Enabled servers, in the order of their configuration. */
  get servers(): readonly Server[] {
    return [...this.#servers.values()];
  }

  /** Changes whenever a server's catalog does. */
  get version(): number {
    return this.#version;
  }

  readonly monotonic = (): number => this.#ports.clock.monotonic();

  /** A link for one task, to be released when the task is closed. */
  link(options: LinkOptions): McpLink {
    const link = new McpLink(this, options);
    for (const server of this.servers) for (const instance of server.instances) instance.resetFailures();
    this.#links.add(link);
    return link;
  }

  forget(link: McpLink): void {
    this.#links.delete(link);
    for (const server of this.servers) server.save();
  }

  /** Throws `ToolFailure` `unknown_server` or `not_trusted`. */
  require(name: string): Server {
    const server = this.#servers.get(name);
    if (server) return server;
    const withheld = this.#withheld.find((candidate) => candidate.name === name);
    if (withheld) throw new ToolFailure("not_trusted", `The MCP server ${name} is not used: ${withheld.reason}`);
    const names = [...this.#servers.keys()].slice(0, 20).join(", ") || "none";
    throw new ToolFailure(
      "unknown_server",
      `There is no MCP server "${name.slice(0, 80)}". Available servers: ${names}.`,
    );
  }

  originOf({ name, configured }: Server): ToolOrigin {
    return { server: name, source: configured.source, project: this.#ports.workspace };
  }

  /** Applies a changed configuration: stops only servers whose launch changed or that are gone. Their running calls fail. */
  async configure(servers: HubServers): Promise<void> {
    const unused = this.#configure(servers);
    for (const link of this.#links) link.noteServers();
    await Promise.all(unused.map((server) => server.close()));
  }

  /** Throws `RooError` `unknown_server`. */
  async restart(name: string, reason: string): Promise<void> {
    const server = this.#servers.get(name);
    if (!server)
      throw new RooError({ code: "unknown_server", message: `There is no MCP server "${name}" to restart.` });
    await server.restart(reason);
  }

  /** Files were changed outside the servers: cached answers may be stale. */
  noteChange(): void {
    for (const server of this.servers) for (const instance of server.instances) instance.cache.clear();
  }

  async dispose(): Promise<void> {
    for (const link of this.#links) link.release();
    await Promise.all(this.servers.map((server) => server.close()));
  }

  /** For a process about to exit: the servers' processes end with it. */
  disposeNow(): void {
    for (const server of this.servers) server.closeNow();
  }

  /** Returns the servers that are no longer used. */
  #configure({ servers, withheld }: HubServers): Server[] {
    const before = this.#servers;
    const after = new Map<string, Server>();
    for (const configured of servers) {
      if (configured.configuration.disabled === true) continue;
      const known = before.get(configured.name);
      const kept = known?.reconfigure(configured) ? known : undefined;
      after.set(configured.name, kept ?? new Server(configured, this.#ports, this.#noteCatalog));
    }
    this.#servers = after;
    this.#withheld = withheld;
    this.#version += 1;
    const unused = [...before.values()].filter((server) => after.get(server.name) !== server);
    for (const { name, catalog } of unused) {
      if (!after.has(name)) for (const link of this.#links) link.noteCatalog(name, catalog, undefined);
    }
    return unused;
  }

  readonly #noteCatalog = (server: Server, before: Catalog | undefined): void => {
    this.#version += 1;
    for (const link of this.#links) link.noteCatalog(server.name, before, server.catalog);
  };
}
