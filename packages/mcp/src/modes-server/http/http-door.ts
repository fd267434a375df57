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
  /** What every request must bring. */
  readonly token: string;
  /** Names under which it may be asked, without ports: any other is somebody's who was led here by a page they opened. */
  readonly hostNames: readonly string[];
  /** After so long without a request a session ends. */
  readonly idleMs: number;
  readonly maxSessions: number;
  readonly onError: (error: Error) => void;
}

interface HttpClients {
  /** For a client that stays. */
  readonly connected: (onGone: () => void) => Promise<McpServer>;
  /** For a single request. */
  readonly passing: () => Promise<McpServer>;
}

const path = "/mcp";

/** Both revisions at one address: `<url>/mcp`. */
export class HttpDoor {
  readonly #options: HttpDoorOptions;
  readonly #sessions: HttpSessions;
  readonly #stateless: McpHttpHandler;
  readonly #server: HttpServer;

  constructor(clients: HttpClients, options: HttpDoorOptions) {
    const { idleMs, maxSessions, onError } = options;
    this.#options = options;
    this.#sessions = new HttpSessions({ open: clients.connected, idleMs, most: maxSessions });
    this.#stateless = createMcpHandler(clients.passing, { legacy: "reject", onerror: onError });
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

  /** Tells clients that have no session, and have asked for it. */
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
    if (new URL(request.url).pathname !== path) return new Response(`It is at ${path}.\n`, { status: 404 });
    return (await isLegacyRequest(request)) ? this.#sessions.handle(request) : this.#stateless.fetch(request);
  }
}

function sessionIdOf({ headers }: IncomingMessage): string | undefined {
  const id = headers["mcp-session-id"];
  return Array.isArray(id) ? id[0] : id;
}

function cannotListen(cause: unknown, { address, port }: HttpDoorOptions): RooError {
  if (systemErrorCode(cause) === "EADDRINUSE") {
    const next = "Choose another with --port; 0 takes any free one.";
    return new RooError({ code: "port_taken", message: `Port ${port} is taken.`, next, cause });
  }
  const why = cause instanceof Error ? cause.message : String(cause);
  return new RooError({ code: "cannot_listen", message: `Cannot listen on ${address}:${port}: ${why}`, cause });
}

/** undefined for a request that brings the token; else what it is answered. */
function tokenRefusal(request: Request, token: string): Response | undefined {
  const [, given] = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  if (given !== undefined && timingSafeEqual(digest(given), digest(token))) return undefined;
  const challenge = given === undefined ? "Bearer" : 'Bearer error="invalid_token"';
  return Response.json(
    { error: given === undefined ? "missing_token" : "invalid_token", error_description: "roo mcp serve shows it." },
    { status: 401, headers: { "WWW-Authenticate": challenge } },
  );
}

/** All of one length, so that comparing them says nothing. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
