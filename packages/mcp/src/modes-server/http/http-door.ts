import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type Server as HttpServer, type IncomingMessage } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  isLegacyRequest,
  type McpHttpHandler,
  type McpServer,
  originValidationResponse,
  type ServerNotifier,
} from "@modelcontextprotocol/server";
import { RooError, systemErrorCode } from "@roo-code/types";
import { HttpSessions } from "./http-sessions.ts";

export interface HttpDoorOptions {
  readonly address: string;
  readonly port: number;
  /** Bearer token that every request must have. */
  readonly token: string;
  /** Allowed host names, without ports: any other may be a DNS rebinding attack by a web page. */
  readonly hostNames: readonly string[];
  /** A session ends after this time without a request. */
  readonly idleMs: number;
  readonly maxSessions: number;
  readonly onError: (error: Error) => void;
}

interface HttpClients {
  /** For a client with a session. */
  readonly connect: (onClose: () => void) => Promise<McpServer>;
  /** For a single request. */
  readonly connectOnce: () => Promise<McpServer>;
}

const path = "/mcp";

/** Serves both revisions of the protocol at `<url>/mcp`. */
export class HttpDoor {
  readonly #options: HttpDoorOptions;
  readonly #sessions: HttpSessions;
  readonly #stateless: McpHttpHandler;
  readonly #server: HttpServer;

  constructor(clients: HttpClients, options: HttpDoorOptions) {
    const { idleMs, maxSessions, onError } = options;
    this.#options = options;
    this.#sessions = new HttpSessions({ open: clients.connect, idleMs, maxSessions });
    this.#stateless = createMcpHandler(clients.connectOnce, { legacy: "reject", onerror: onError });
    const handle = toNodeHandler({ fetch: (request) => this.#answer(request) }, { onerror: onError });
    this.#server = createServer((request, response) => {
      response.once("close", this.#sessions.hold(sessionIdOf(request)));
      void handle(request, response);
    });
  }

  /** Throws `RooError` `port_taken`, `cannot_listen`. */
  async listen(): Promise<string> {
    const { address, port } = this.#options;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#server.once("error", reject).listen(port, address, resolve);
    await promise.catch((error: unknown) => {
      throw cannotListen(error, this.#options);
    });
    const bound = this.#server.address();
    const number = typeof bound === "object" && bound ? bound.port : port;
    return `http://${address.includes(":") ? `[${address}]` : address}:${number}${path}`;
  }

  /** Notifies clients without a session that have subscribed. */
  get notify(): ServerNotifier {
    return this.#stateless.notify;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    await this.#sessions.dispose();
    await this.#stateless.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #answer(request: Request): Promise<Response> {
    const { hostNames, token } = this.#options;
    const names = [...hostNames];
    const refused =
      hostHeaderValidationResponse(request, names) ??
      originValidationResponse(request, names) ??
      tokenRefusal(request, token);
    if (refused) return refused;
    if (new URL(request.url).pathname !== path) return new Response(`The MCP endpoint is ${path}.\n`, { status: 404 });
    return (await isLegacyRequest(request)) ? this.#sessions.handle(request) : this.#stateless.fetch(request);
  }
}

function sessionIdOf({ headers }: IncomingMessage): string | undefined {
  const id = headers["mcp-session-id"];
  return Array.isArray(id) ? id[0] : id;
}

function cannotListen(cause: unknown, { address, port }: HttpDoorOptions): RooError {
  if (systemErrorCode(cause) === "EADDRINUSE") {
    const next = "Choose another with --port; 0 picks a free one.";
    return new RooError({ code: "port_taken", message: `Port ${port} is in use.`, next, cause });
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new RooError({ code: "cannot_listen", message: `Cannot listen on ${address}:${port}: ${reason}`, cause });
}

/** The response to a request without the right token; undefined with it. */
function tokenRefusal(request: Request, expected: string): Response | undefined {
  const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  if (token !== undefined && timingSafeEqual(digest(token), digest(expected))) return undefined;
  const challenge = token === undefined ? "Bearer" : 'Bearer error="invalid_token"';
  return Response.json(
    {
      error: token === undefined ? "missing_token" : "invalid_token",
      error_description: "roo mcp serve prints the token.",
    },
    { status: 401, headers: { "WWW-Authenticate": challenge } },
  );
}

/** Digests have equal length, so that comparing them in constant time leaks nothing. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
