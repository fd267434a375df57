import { type McpAnswer, RooError } from "@roo-code/types";
import type { McpServers } from "./runtime/mcp-servers.ts";

/** A program that is started and speaks MCP over its standard input and output. */
export interface LocalServer {
  readonly command: string;
  readonly args?: readonly string[];
  /** `${env:NAME}` inserts a variable of the program's environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A server that is reached over HTTP. */
export interface RemoteServer {
  readonly type?: "streamable-http" | "sse";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** As in `mcp.json`. */
export type McpServerOptions = (LocalServer | RemoteServer) & {
  /** Seconds that a call may take (default: 60). */
  readonly timeout?: number;
  /** Tools that agents may call without approval; `*` for all. */
  readonly alwaysAllow?: readonly string[];
  /** Tools that are not offered. */
  readonly disabledTools?: readonly string[];
};

export interface McpHubOptions {
  readonly servers: Readonly<Record<string, McpServerOptions>>;
  /** The folder that servers get as their root (default: the current one). Agents with the same folder share the servers. */
  readonly cwd?: string;
  /** Where logs and catalogs of servers are kept (default: `~/.roo`). */
  readonly storage?: "memory" | (string & {});
  /** Whether servers in files of the user and the project are used as well (default: false). */
  readonly loadConfiguration?: boolean;
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

export interface McpTool {
  readonly server: string;
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

export interface McpCallOptions {
  readonly signal?: AbortSignal;
  /** Receives progress that the server reports. */
  readonly onProgress?: (text: string) => void;
}

/** MCP servers of the program, for its own calls and for agents (`mcpHub`). Connected when they are first needed. */
export class McpHub {
  readonly #options: McpHubOptions;
  #opened: Promise<McpServers> | undefined;
  #isDisposed = false;

  constructor(options: McpHubOptions) {
    this.#options = options;
  }

  /** The tools of all servers, or of one. Throws `RooError` `bad_server`, `unknown_server`, `mcp_failed`. */
  async listTools(server?: string, { signal }: Pick<McpCallOptions, "signal"> = {}): Promise<McpTool[]> {
    return (await this.open()).listTools(server, signal);
  }

  /** Calls a tool without approval. Throws `RooError` `unknown_server`, `unknown_tool`, `invalid_input`, `mcp_failed`. */
  async callTool(
    server: string,
    tool: string,
    input: Readonly<Record<string, unknown>> = {},
    options: McpCallOptions = {},
  ): Promise<McpAnswer> {
    return (await this.open()).callTool({ server, tool, arguments: input }, options);
  }

  /** Throws as `callTool` does. */
  async readResource(server: string, uri: string, options: McpCallOptions = {}): Promise<McpAnswer> {
    return (await this.open()).readResource({ server, uri }, options);
  }

  /** Ends the servers, unless an agent still uses them: then with its run. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await (await this.#opened?.catch(() => undefined))?.dispose();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.dispose();
  }

  /** @internal */
  async open(): Promise<McpServers> {
    if (this.#isDisposed) throw new RooError({ code: "disposed", message: "The MCP hub has been disposed." });
    this.#opened ??= import("./runtime/mcp-servers.ts").then(({ McpServers: Servers }) => Servers.open(this.#options));
    return this.#opened;
  }
}
