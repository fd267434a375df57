import { once } from "node:events";
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerResponse,
  request as sendRequest,
} from "node:http";
import { createServer, type Server, type Socket } from "node:net";
import { HostRules, type Outside, openRoute, RouteRefused, systemOutside } from "./host-rules.ts";
import { grantSocks, readSocksRequest, refuseSocks } from "./socks.ts";

/** Hop-by-hop headers. */
const hopHeaders = new Set(["connection", "proxy-connection", "proxy-authorization", "keep-alive"]);
const socksVersion = 5;

/** A command's only access to the network: an HTTP and SOCKS 5 proxy that connects to the listed hosts. */
export interface HostProxy {
  /** On the loopback interface; undefined for a unix socket. */
  readonly port: number | undefined;
  dispose(): void;
}

export async function startHostProxy(options: {
  /** Path of a unix socket; by default a port of the loopback interface. */
  readonly path?: string;
  readonly hosts: readonly string[];
  readonly outside?: Outside;
}): Promise<HostProxy> {
  const proxy = new Proxy(new HostRules(options.hosts), options.outside ?? systemOutside);
  await proxy.listen(options.path);
  return proxy;
}

class Proxy implements HostProxy {
  readonly #rules: HostRules;
  readonly #outside: Outside;
  readonly #http = createHttpServer((request, response) => void this.#forward(request, response));
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor(rules: HostRules, outside: Outside) {
    this.#rules = rules;
    this.#outside = outside;
    this.#http.on("connect", (request: IncomingMessage, socket: Socket, head: Buffer) => {
      if (head.length > 0) socket.unshift(head);
      void this.#tunnel(request.url ?? "", socket);
    });
    this.#server = createServer((socket) => this.#accept(socket));
  }

  get port(): number | undefined {
    const address = this.#server.address();
    return typeof address === "object" && address ? address.port : undefined;
  }

  async listen(path: string | undefined): Promise<void> {
    this.#server.listen(path === undefined ? { host: "127.0.0.1", port: 0 } : { path });
    await once(this.#server, "listening");
    this.#server.unref();
  }

  dispose(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  /** The first byte tells which protocol the client speaks. */
  #accept(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("error", () => socket.destroy()).on("close", () => this.#sockets.delete(socket));
    socket.once("data", (chunk: Buffer) => {
      socket.pause();
      if (chunk[0] === socksVersion) {
        void this.#socks(socket, chunk).catch(() => socket.destroy());
        return;
      }
      socket.unshift(chunk);
      this.#http.emit("connection", socket);
      process.nextTick(() => socket.resume());
    });
  }

  async #socks(socket: Socket, head: Buffer): Promise<void> {
    const target = await readSocksRequest(socket, head);
    if (!target) return void socket.end();
    try {
      const route = await openRoute(target, { rules: this.#rules, outside: this.#outside });
      grantSocks(socket);
      join(socket, route);
    } catch {
      refuseSocks(socket);
    }
  }

  async #tunnel(authority: string, socket: Socket): Promise<void> {
    try {
      const { hostname, port } = new URL(`http://${authority}`);
      const target = { host: bare(hostname), port: Number(port || 80) };
      const route = await openRoute(target, { rules: this.#rules, outside: this.#outside });
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      join(socket, route);
    } catch (error) {
      const { status, reason } = told(error);
      socket.end(`HTTP/1.1 ${status} Refused\r\ncontent-type: text/plain\r\nconnection: close\r\n\r\n${reason}\n`);
    }
  }

  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const url = new URL(request.url ?? "");
      if (url.protocol !== "http:") throw new RouteRefused("only http is forwarded; for the rest there are tunnels");
      const target = { host: bare(url.hostname), port: Number(url.port || 80) };
      const route = await openRoute(target, { rules: this.#rules, outside: this.#outside });
      const headers = Object.entries(request.headers).filter(([name]) => !hopHeaders.has(name));
      const sent = sendRequest({
        createConnection: () => route,
        method: request.method ?? "GET",
        path: `${url.pathname}${url.search}`,
        headers: { ...Object.fromEntries(headers), host: url.host, connection: "close" },
        setHost: false,
      });
      sent.once("error", () => response.destroy());
      sent.once("response", (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      response.once("close", () => sent.destroy());
      request.pipe(sent);
    } catch (error) {
      const { status, reason } = told(error);
      response.writeHead(status, { "content-type": "text/plain" }).end(`${reason}\n`);
    }
  }
}

function join(one: Socket, other: Socket): void {
  one.pipe(other);
  other.pipe(one);
  one.on("close", () => other.destroy());
  other.on("close", () => one.destroy());
  one.resume();
}

function bare(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

function told(error: unknown): { status: number; reason: string } {
  const reason = error instanceof Error ? error.message : String(error);
  return {
    status: error instanceof RouteRefused || error instanceof TypeError ? 403 : 502,
    reason: `roo sandbox: ${reason}`,
  };
}
