import { systemClock } from "@roo-code/host";
import { callServer, type HubHandle, listTools, McpHubs, programServers, readServer } from "@roo-code/host/mcp";
import { type McpAnswer, RooError } from "@roo-code/types";
import manifest from "../../package.json" with { type: "json" };
import type { McpCallOptions, McpHubOptions, McpTool } from "../mcp-hub.ts";
import { openStorage, type Storage } from "./storage.ts";

/** What an MCP hub loads with its first use. */
export class McpServers {
  /** Shared with agents. */
  readonly hubs: McpHubs;
  readonly #storage: Storage;
  readonly #cwd: string;
  #handle: Promise<HubHandle> | undefined;

  private constructor(hubs: McpHubs, storage: Storage, cwd: string) {
    this.hubs = hubs;
    this.#storage = storage;
    this.#cwd = cwd;
  }

  /** Throws `RooError` `bad_server`. */
  static async open(options: McpHubOptions): Promise<McpServers> {
    const { servers, cwd = process.cwd(), environment = process.env, loadConfiguration = false } = options;
    const clock = systemClock;
    const storage = await openStorage(options.storage, { environment, clock });
    const { home } = storage;
    const { version } = manifest;
    const own = programServers(servers);
    const hubs = new McpHubs({ home, environment, clock, version, servers: own, readsFiles: loadConfiguration });
    return new McpServers(hubs, storage, cwd);
  }

  async listTools(server: string | undefined, signal = neverAborted()): Promise<McpTool[]> {
    return listTools(await this.#hold(), server, signal);
  }

  async callTool(
    call: { readonly server: string; readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> },
    options: McpCallOptions,
  ): Promise<McpAnswer> {
    return callServer(await this.#hold(), { ...call, ...withDefaults(options) });
  }

  async readResource(
    read: { readonly server: string; readonly uri: string },
    options: McpCallOptions,
  ): Promise<McpAnswer> {
    return readServer(await this.#hold(), { ...read, ...withDefaults(options) });
  }

  async dispose(): Promise<void> {
    await (await this.#handle?.catch(() => undefined))?.release();
    await this.#storage.tidy();
  }

  #hold(): Promise<HubHandle> {
    this.#handle ??= this.hubs.hold(this.#cwd).then((handle) => handle ?? Promise.reject(noServers()));
    return this.#handle;
  }
}

function withDefaults({ signal = neverAborted(), onProgress: report = () => {} }: McpCallOptions) {
  return { signal, report };
}

function neverAborted(): AbortSignal {
  return new AbortController().signal;
}

function noServers(): RooError {
  return new RooError({ code: "unknown_server", message: "The MCP hub has no servers." });
}
