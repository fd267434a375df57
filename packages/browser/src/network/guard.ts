import { randomUUID } from "node:crypto";
import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, request as sendRequest } from "node:http";
import type { Socket } from "node:net";
import { LocalAccess, readFirstBytes } from "./local-access.ts";
import { admitTarget, type Network, openConnection } from "./network.ts";
import { isLocalName, type NetworkPolicy, Refusal } from "./network-policy.ts";
import { nameOf, parseAuthority, type Target, targetOf } from "./target.ts";

/** Why the last connection to a host failed. */
export interface ConnectFailure {
  readonly kind: "refused" | "failed";
  readonly reason: string;
}

/** Checks each request and tunnel of the proxy, then forwards or refuses it. */
export class Guard {
  readonly mark: string = randomUUID();
  readonly access = new LocalAccess();
  readonly failures = new Map<string, ConnectFailure>();
  ownPort = 0;
  readonly #policy: NetworkPolicy;
  readonly #network: Network;
  readonly #sockets = new Set<Socket>();
  readonly #ending = new AbortController();

  constructor({ policy, network }: { policy: NetworkPolicy; network: Network }) {
    this.#policy = policy;
    this.#network = network;
  }

  async request(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = URL.parse(request.url ?? "");
    if (url?.protocol !== "http:") return void response.writeHead(400).end();
    const target = targetOf(url);
    try {
      const addresses = await this.#admit(target);
      if (
        this.#isLocal(target) &&
        !this.access.mayRequest(target, { method: request.method ?? "", headers: request.headers })
      )
        throw remotePageRefused(target);
      const socket = await this.#connect(target, addresses);
      const location = await forwardRequest({ url, request, response, socket });
      if (this.#isLocal(target)) this.access.followRedirect(target, location);
    } catch (error) {
      const { kind, reason } = this.#recordFailure(target, error);
      if (response.headersSent) return void response.destroy();
      const headers = { "content-type": "text/plain; charset=utf-8", "x-roo-guard": this.mark };
      response.writeHead(kind === "refused" ? 403 : 502, headers).end(`Not loaded: ${reason}.\n`);
    }
  }

  async tunnel(authority: string, client: Socket, head: Buffer): Promise<void> {
    const target = parseAuthority(authority);
    if (!target) return void client.end("HTTP/1.1 400 Bad Request\r\n\r\n");
    try {
      const addresses = await this.#admit(target);
      if (this.#isLocal(target)) await this.#tunnelToLocal(target, { client, head, addresses });
      else {
        const upstream = await this.#connect(target, addresses);
        client.write("HTTP/1.1 200 Connection established\r\n\r\n");
        join({ client, upstream, first: head });
      }
    } catch (error) {
      const { kind } = this.#recordFailure(target, error);
      client.end(`HTTP/1.1 ${kind === "refused" ? "403 Forbidden" : "502 Bad Gateway"}\r\n\r\n`);
    }
  }

  track(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket)).on("error", () => undefined);
  }

  end(): void {
    this.#ending.abort();
    for (const socket of this.#sockets) socket.destroy();
  }

  /** A tunnel to this machine: which page opened it is only known from the bytes it sends. */
  async #tunnelToLocal(
    target: Target,
    { client, head, addresses }: { client: Socket; head: Buffer; addresses: readonly string[] },
  ): Promise<void> {
    const upstream = await this.#connect(target, addresses);
    client.write("HTTP/1.1 200 Connection established\r\n\r\n");
    const first = await readFirstBytes(client, head);
    const isAllowed =
      first?.kind === "encrypted" ? this.access.mayEncrypt(target) : first && this.access.mayOpenSocket(first.origin);
    if (first && isAllowed) return join({ client, upstream, first: first.bytes });
    if (first) this.#recordFailure(target, remotePageRefused(target));
    upstream.destroy();
    client.destroy();
  }

  async #admit(target: Target): Promise<readonly string[]> {
    if (target.port === this.ownPort && isLocalName(target.hostname))
      throw new Refusal("that is the browser's own proxy");
    return admitTarget({ target, policy: this.#policy, network: this.#network });
  }

  async #connect(target: Target, addresses: readonly string[]): Promise<Socket> {
    const options = { target, addresses, network: this.#network, signal: this.#ending.signal };
    const socket = await openConnection(options);
    this.track(socket);
    this.failures.delete(nameOf(target));
    return socket;
  }

  #isLocal(target: Target): boolean {
    return isLocalName(target.hostname);
  }

  #recordFailure(target: Target, error: unknown): ConnectFailure {
    const reason = error instanceof Error ? error.message : String(error);
    const failure: ConnectFailure = { kind: error instanceof Refusal ? "refused" : "failed", reason };
    if (this.failures.size >= maxFailures) this.failures.clear();
    this.failures.set(nameOf(target), failure);
    return failure;
  }
}

const maxFailures = 1000;

function remotePageRefused(target: Target): Refusal {
  return new Refusal(`a page from another host may not reach ${nameOf(target)} on this machine`);
}

function join({ client, upstream, first }: { client: Socket; upstream: Socket; first: Buffer }): void {
  if (first.length > 0) upstream.write(first);
  client.pipe(upstream).pipe(client);
  client.once("close", () => upstream.destroy());
  upstream.once("close", () => client.destroy());
}

/** Hop-by-hop headers are not forwarded. */
const hopHeaders = ["connection", "proxy-connection", "proxy-authorization", "proxy-authenticate", "keep-alive"];

/**
 * Forwards a request over an open connection and pipes the response back; resolves to its `location` header once the
 * head is sent. Rejects when no response came.
 */
async function forwardRequest(options: {
  url: URL;
  request: IncomingMessage;
  response: ServerResponse;
  socket: Socket;
}): Promise<string | undefined> {
  const { url, request, response, socket } = options;
  return new Promise((resolve, reject) => {
    const sent = sendRequest({
      createConnection: () => socket,
      method: request.method ?? "GET",
      path: `${url.pathname}${url.search}`,
      headers: { ...withoutHopHeaders(request.headers), host: url.host, connection: "close" },
      setHost: false,
    });
    sent.once("error", (error) => {
      reject(new Error(`${url.host} closed the connection (${error.message})`, { cause: error }));
      if (response.headersSent) response.destroy();
    });
    sent.once("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, withoutHopHeaders(answer.headers));
      answer.once("error", () => response.destroy());
      answer.pipe(response);
      resolve(answer.headers.location);
    });
    response.once("close", () => sent.destroy());
    request.once("error", () => sent.destroy());
    request.pipe(sent);
  });
}

function withoutHopHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopHeaders.includes(name)));
}
