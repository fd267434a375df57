import type { HubHandle, TaskSource } from "@roo-code/host";
import {
  connectTo,
  connectToUnknown,
  findServer,
  type KnownServer,
  knownServers,
  type LogLine,
  requestRestart,
  serverLog,
  viewServer,
} from "@roo-code/host/mcp";
import type { LiveDelta, TaskEvent } from "@roo-code/types";
import type { ApiMcpServer } from "@roo-code/types/api";
import type { ServerParts } from "./server-parts.ts";

/** The number of folders whose servers keep running while no task uses them. */
const maxFolders = 8;

/** The MCP servers of folders: servers started by one task are reused by the next, and their state can be shown. */
export class McpServers {
  readonly #parts: ServerParts;
  /** In order of use, most recent last. */
  readonly #held = new Map<string, Promise<HubHandle | undefined>>();

  constructor(parts: ServerParts) {
    this.#parts = parts;
  }

  /** Keeps the servers that a task has started running. */
  readonly observe = ({ type }: TaskEvent | LiveDelta, { taskId, agent }: TaskSource): void => {
    const folder = type === "run.start" && agent === "root" ? this.#parts.pool.folderOf(taskId) : undefined;
    if (folder !== undefined) void this.hold(folder);
  };

  async list(folder: string): Promise<ApiMcpServer[]> {
    const [{ servers }, held] = await Promise.all([knownServers(this.#contextOf(folder)), this.hold(folder)]);
    if (held) connectToUnknown(held);
    return servers.map((server) => viewServer(server, held));
  }

  /** Throws `unknown_server`. */
  find(folder: string, name: string): Promise<KnownServer> {
    return findServer(name, this.#contextOf(folder));
  }

  /** Throws `unknown_server`. */
  async view(folder: string, name: string): Promise<ApiMcpServer> {
    const [server, held] = await Promise.all([this.find(folder, name), this.hold(folder)]);
    return viewServer(server, held);
  }

  /** The newest lines, oldest first. Throws `unknown_server`. */
  async log(folder: string, name: string, limit: number): Promise<LogLine[]> {
    const server = await this.find(folder, name);
    const held = await this.hold(folder);
    for (const one of held?.hub.servers ?? []) if (one.name === name) one.save();
    return serverLog(server, this.#contextOf(folder), limit);
  }

  /** Applies changes in the servers' files at once, and connects to the named server if it is enabled. */
  async refresh(folder: string, name?: string): Promise<void> {
    const held = await this.hold(folder);
    await held?.refresh();
    if (held && name !== undefined) connectTo(held, name);
  }

  /** Here and in every other process that uses this home. Throws `unknown_server`. */
  async restart(folder: string, name: string): Promise<void> {
    const { home, clock } = this.#parts;
    await this.find(folder, name);
    requestRestart(name, { home, now: clock.now() });
    await this.refresh(folder, name);
  }

  /** undefined if no server is configured. */
  async hold(folder: string): Promise<HubHandle | undefined> {
    const opening = this.#held.get(folder) ?? this.#open(folder);
    this.#held.delete(folder);
    this.#held.set(folder, opening);
    this.#releaseOldest();
    const held = await opening.catch(() => undefined);
    // A server may be configured later.
    if (!held && this.#held.get(folder) === opening) this.#held.delete(folder);
    return held;
  }

  async close(): Promise<void> {
    const all = [...this.#held.values()];
    this.#held.clear();
    await Promise.all(all.map(release));
  }

  async #open(folder: string): Promise<HubHandle | undefined> {
    const held = await this.#parts.host.mcp(folder);
    held?.follow();
    return held;
  }

  #releaseOldest(): void {
    for (const [folder, opening] of this.#held) {
      if (this.#held.size <= maxFolders) return;
      this.#held.delete(folder);
      void release(opening);
    }
  }

  #contextOf(workspace: string) {
    return { home: this.#parts.home, workspace };
  }
}

async function release(opening: Promise<HubHandle | undefined>): Promise<void> {
  const held = await opening.catch(() => undefined);
  await held?.release();
}
