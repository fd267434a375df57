import { type IncomingMessage, type OutgoingHttpHeaders, request as sendRequest } from "node:http";
import { isIP, type Socket } from "node:net";
import { connect as connectSecurely } from "node:tls";
import { type Network, openConnection, targetOf } from "@roo-code/browser/network";
import { classifyAddress } from "@roo-code/types";

interface GuardedRequest {
  readonly url: URL;
  readonly method: "GET" | "POST";
  readonly headers: OutgoingHttpHeaders;
  readonly body?: Uint8Array;
  readonly network: Network;
  /** Whether the host may be this machine or in a private network. */
  readonly mayBeLocal: boolean;
  readonly signal: AbortSignal;
}

/**
 * A request to an address from an untrusted source: the name is resolved once and checked, and the connection uses that
 * exact address. Throws `PageRefusal` for a forbidden address, and what the network throws.
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
    const secure = connectSecurely({ socket, servername: isIP(hostname) === 0 ? hostname : undefined, host: hostname });
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

/** The reason why a page is not fetched; the message is the end of a sentence. */
export class PageRefusal extends Error {}

/** Whether a host is an IP address or this machine, and needs no name resolution. */
export function isSpelledOut(hostname: string): boolean {
  return isIP(hostname) !== 0 || isThisMachine(hostname);
}

/**
 * The addresses of a host, resolved once: the connection goes to the exact address that was checked here. Those of this
 * machine and of private networks are allowed only where `mayBeLocal`; link-local and metadata addresses never.
 */
async function admitHost(
  hostname: string,
  { network, mayBeLocal }: { network: Network; mayBeLocal: boolean },
): Promise<readonly string[]> {
  const addresses = await addressesOf(hostname, network);
  for (const address of addresses) {
    const found = classifyAddress(address);
    const isLocal = found === "loopback" || found === "private";
    if (found === "public" || (isLocal && mayBeLocal)) continue;
    const shown = hostname === address ? address : `${hostname} (${address})`;
    const rule = isLocal ? `a ${found} address, which is fetched only if it is typed directly` : `a ${found} address`;
    throw new PageRefusal(`it leads to ${shown}, ${rule}`);
  }
  return addresses;
}

async function addressesOf(hostname: string, network: Network): Promise<readonly string[]> {
  if (isIP(hostname) !== 0) return [hostname];
  if (isThisMachine(hostname)) return ["127.0.0.1", "::1"];
  const addresses = await network.resolve(hostname).catch((): readonly string[] => []);
  if (addresses.length === 0) throw new PageRefusal(`${hostname} could not be resolved`);
  return addresses;
}

function isThisMachine(hostname: string): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost");
}
