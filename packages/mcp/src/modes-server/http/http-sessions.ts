import { randomUUID } from "node:crypto";
import {
  isInitializeRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { RecentEvents } from "./event-store.ts";

export interface HttpSessionsOptions {
  readonly open: (onClose: () => void) => Promise<McpServer>;
  readonly idleMs: number;
  readonly maxSessions: number;
}

interface HttpSession {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** The number of open requests and streams. */
  openRequests: number;
  timer: NodeJS.Timeout | undefined;
}

/** Clients of the revision with sessions. An idle session is closed, and its tasks are stopped. */
export class HttpSessions {
  readonly #options: HttpSessionsOptions;
  /** Idle sessions are in the order in which they became idle. */
  readonly #sessions = new Map<string, HttpSession>();

  constructor(options: HttpSessionsOptions) {
    this.#options = options;
  }

  async handle(request: Request): Promise<Response> {
    const sessionId = request.headers.get("mcp-session-id");
    if (sessionId === null) return this.#begin(request);
    const session = this.#sessions.get(sessionId);
    return session ? session.transport.handleRequest(request) : refusal(404, -32001, "Session not found");
  }

  /** Marks the session as busy until the returned function is called. */
  hold(sessionId = ""): () => void {
    const session = this.#sessions.get(sessionId);
    if (!session) return () => undefined;
    session.openRequests += 1;
    clearTimeout(session.timer);
    return () => {
      session.openRequests -= 1;
      if (session.openRequests === 0 && this.#sessions.delete(sessionId)) this.#startIdleTimer(sessionId, session);
    };
  }

  async dispose(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map(({ transport }) => transport.close()));
  }

  async #begin(request: Request): Promise<Response> {
    if (request.method !== "POST") return refusal(400, -32000, "The header Mcp-Session-Id is missing");
    const parsedBody: unknown = await request
      .clone()
      .json()
      .catch(() => undefined);
    if (!isInitializeRequest(parsedBody)) return refusal(400, -32000, "The header Mcp-Session-Id is missing");
    if (this.#sessions.size >= this.#options.maxSessions && !(await this.#closeLongestIdle()))
      return refusal(503, -32000, "Too many sessions");
    const transport = await this.#open();
    const response = await transport.handleRequest(request);
    // The request was rejected: no client would ever close it.
    if (transport.sessionId === undefined) await transport.close();
    return response;
  }

  async #open(): Promise<WebStandardStreamableHTTPServerTransport> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      eventStore: new RecentEvents(),
      retryInterval: 1000,
      onsessioninitialized: (sessionId) => {
        this.#startIdleTimer(sessionId, { transport, openRequests: 0, timer: undefined });
      },
    });
    const server = await this.#options.open(() => this.#forget(transport.sessionId));
    await server.connect(transport);
    return transport;
  }

  #startIdleTimer(sessionId: string, session: HttpSession): void {
    this.#sessions.set(sessionId, session);
    session.timer = setTimeout(() => void session.transport.close(), this.#options.idleMs).unref();
  }

  async #closeLongestIdle(): Promise<boolean> {
    const idle = [...this.#sessions.values()].find(({ openRequests }) => openRequests === 0);
    await idle?.transport.close();
    return idle !== undefined;
  }

  #forget(sessionId: string | undefined): void {
    if (sessionId === undefined) return;
    clearTimeout(this.#sessions.get(sessionId)?.timer);
    this.#sessions.delete(sessionId);
  }
}

function refusal(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", id: null, error: { code, message } }, { status });
}
