import type { AgentOptions } from "./agent-options.ts";
import { checkOptions } from "./agent-options.ts";
import type { OpenServer } from "./runtime/open-server.ts";

export interface McpModesServerOptions
  extends Omit<AgentOptions, "approve" | "answer" | "maxIterations" | "systemPrompt" | "groups"> {
  /** Receives messages for people; standard output belongs to the protocol (default: none). */
  readonly log?: (line: string) => void;
}

export interface ListenOptions {
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** Default: any free one. */
  readonly port?: number;
  /** Bearer token that every request must have; at least 16 characters. */
  readonly token: string;
}

/**
 * Serves modes and tasks of a folder to MCP clients, over standard input and output or over HTTP. Clients start tasks with
 * `new_task`, and answer their approvals and questions.
 */
export class McpModesServer {
  readonly #options: McpModesServerOptions;
  #opened: Promise<OpenServer> | undefined;

  /** Throws `RooError` `bad_options`. */
  constructor(options: McpModesServerOptions) {
    checkOptions(options);
    this.#options = options;
  }

  /** Serves one client on standard input and output. Resolves when it has disconnected and everything is closed. */
  async run(): Promise<void> {
    try {
      await (await this.#open()).serveStdio();
    } finally {
      await this.dispose();
    }
  }

  /** Serves clients over HTTP. Resolves to the URL. Throws `RooError` `bad_options`, `port_taken`. */
  async listen(options: ListenOptions): Promise<string> {
    return (await this.#open()).listen(options);
  }

  /** Ends connections and tasks. May be called twice. */
  async dispose(): Promise<void> {
    await (await this.#opened?.catch(() => undefined))?.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.dispose();
  }

  #open(): Promise<OpenServer> {
    this.#opened ??= import("./runtime/open-server.ts").then(({ openServer }) => openServer(this.#options));
    return this.#opened;
  }
}
