import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { closeCodes, maxFrameBytes } from "@roo-code/types/api";
import { type WebSocket, WebSocketServer } from "ws";
import type { Access } from "../access/access.ts";
import { isKnownHost, isOwnOrigin, principalByCookie } from "../access/guard.ts";
import type { Services } from "../services/services.ts";
import { Connection } from "./connection.ts";

interface SocketServerOptions {
  readonly services: Services;
  readonly access: Access;
  readonly allowedHosts: ReadonlySet<string>;
  readonly onConnect: () => void;
  readonly onSlow: () => void;
}

/** A client that sends nothing for two intervals, not even a pong, is disconnected. */
const pingMs = 20_000;
const authMs = 10_000;
/** Every fragment of a frame costs memory. */
const fragmentLimits = { maxFragments: 1_000, maxBufferedChunks: 4_096 };

/** The socket of the API, at `/api/v1/ws`. */
export class SocketServer {
  readonly #options: SocketServerOptions;
  readonly #server: WebSocketServer;
  readonly #connections = new Set<Connection>();
  readonly #pinging: NodeJS.Timeout;
  #isClosing = false;

  constructor(options: SocketServerOptions) {
    this.#options = options;
    this.#server = new WebSocketServer({
      noServer: true,
      maxPayload: maxFrameBytes,
      perMessageDeflate: false,
      clientTracking: false,
      skipUTF8Validation: false,
      // Missing in the library's types.
      ...fragmentLimits,
    });
    this.#pinging = setInterval(() => {
      for (const connection of this.#connections) connection.ping();
    }, pingMs).unref();
  }

  get size(): number {
    return this.#connections.size;
  }

  attachTo(server: Server): void {
    server.on("upgrade", (request, socket, head) => void this.#upgrade(request, socket, head));
  }

  /** Every connected client has to sign in again. */
  async signOutAll(): Promise<void> {
    await this.#closeAll(closeCodes.unauthorized, "signed out");
  }

  /** Tells every client that the server is shutting down. */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#pinging);
    await this.#closeAll(closeCodes.goingAway, "server is shutting down");
    this.#server.close();
  }

  async #closeAll(code: number, reason: string): Promise<void> {
    await Promise.all([...this.#connections].map((connection) => connection.close(code, reason)));
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on("error", () => socket.destroy());
    const { headers, url = "" } = request;
    const refusal = this.#refusalStatus(request);
    if (refusal !== undefined) return refuse(socket, refusal);
    if (url.split("?", 1)[0] !== "/api/v1/ws") return refuse(socket, 404);
    const { access } = this.#options;
    const principal = await principalByCookie(headers, access);
    this.#server.handleUpgrade(request, socket, head, (accepted) => this.#accept(accepted, principal));
  }

  /** Browsers send our cookie for any page, but the Origin header cannot be forged. */
  #refusalStatus({ headers }: IncomingMessage): number | undefined {
    if (this.#isClosing) return 503;
    if (!isKnownHost(headers.host, this.#options.allowedHosts)) return 403;
    return headers.origin === undefined || isOwnOrigin(headers.origin, headers.host) ? undefined : 403;
  }

  #accept(socket: WebSocket, principal: Awaited<ReturnType<typeof principalByCookie>>): void {
    const { services, access, onConnect, onSlow } = this.#options;
    onConnect();
    const connection = new Connection({ socket, services, access, principal, authMs, onSlow });
    this.#connections.add(connection);
    socket.once("close", () => this.#connections.delete(connection));
  }
}

const statusTexts: Readonly<Record<number, string>> = {
  403: "Forbidden",
  404: "Not Found",
  503: "Service Unavailable",
};

function refuse(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} ${statusTexts[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
