import { type IncomingMessage, type OutgoingHttpHeaders, request as sendRequest } from "node:http";
import { isIP, type Socket } from "node:net";
import { connect as connectSecurely } from "node:tls";
import { type Network, openConnection, targetOf } from "@roo-code/browser/network";
import { admitHost } from "../message/admit-host.ts";

export interface GuardedRequest {
  readonly url: URL;
  readonly method: "GET" | "POST";
  readonly headers: OutgoingHttpHeaders;
  readonly body?: Uint8Array;
  readonly network: Network;
  /** Whether it may be on this machine or in a private network. */
  readonly mayBeLocal: boolean;
  readonly signal: AbortSignal;
}

/**
 * A request to an address that somebody else chose: the name is looked up once, judged, and the connection goes to that
 * very address. Throws `PageRefusal` for one that may not be reached, and what the network throws.
 */
export async function guardedRequest(request: GuardedRequest): Promise<IncomingMessage> {
  const { url, network, mayBeLocal, signal } = request;
  const target = targetOf(url);
  const addresses = await orAborted(admitHost(target.hostname, { network, mayBeLocal }), signal);
  const plain = await openConnection({ target, addresses, network, signal });
  const socket = url.protocol === "https:" ? await encrypt(plain, target.hostname, signal) : plain;
  return new Promise((resolve, reject) => {
    const headers = { ...request.headers, host: url.host, connection: "close" };
    const path = url.pathname + url.search;
    sendRequest({ method: request.method, path, headers, signal, createConnection: () => socket }, resolve)
      .on("error", reject)
      .end(request.body);
  });
}

async function encrypt(socket: Socket, hostname: string, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const secure = connectSecurely({ socket, ...(isIP(hostname) === 0 && { servername: hostname }), host: hostname });
    signal.addEventListener("abort", () => secure.destroy(new Error("stopped")), { once: true });
    secure.once("secureConnect", () => resolve(secure)).once("error", reject);
  });
}

async function orAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(new Error("stopped")), { once: true });
    promise.then(resolve, reject);
  });
}
