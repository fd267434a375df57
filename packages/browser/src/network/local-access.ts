import type { IncomingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import { isLocalName } from "./network-policy.ts";
import { nameOf, type Target, targetOf } from "./target.ts";

/**
 * Decides who may reach servers of this machine: pages served by this machine, and addresses the model named. A page
 * of another host may only redirect to a server that was opened before, as a sign-in does.
 */
export class LocalAccess {
  readonly #opened = new Set<string>();
  readonly #openedHosts = new Set<string>();

  /** The model named the address; it did not come from a page. */
  open(target: Target): void {
    if (!isLocalName(target.hostname)) return;
    this.#opened.add(nameOf(target));
    this.#openedHosts.add(target.hostname);
  }

  /** Scripts cannot set these headers; the browser does. */
  mayRequest(target: Target, request: { method: string; headers: IncomingHttpHeaders }): boolean {
    const { headers, method } = request;
    const site = headers["sec-fetch-site"];
    if (site === "same-origin" || site === "same-site") return true;
    if (isLocalOrigin(headers.origin ?? headers.referer)) return true;
    if (!this.#opened.has(nameOf(target))) return false;
    const isVisit = headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
    return site === undefined || site === "none" || (isVisit && method === "GET");
  }

  mayOpenSocket(origin: string | undefined): boolean {
    return isLocalOrigin(origin);
  }

  /** Encrypted traffic cannot be inspected, so only hosts that were opened are allowed. */
  mayEncrypt(target: Target): boolean {
    return this.#openedHosts.has(target.hostname);
  }

  /** A server of this machine may redirect to another one. */
  followRedirect(from: Target, location: string | undefined): void {
    const next = location === undefined ? null : URL.parse(location, `http://${nameOf(from)}/`);
    if (next) this.open(targetOf(next));
  }
}

function isLocalOrigin(origin: string | undefined): boolean {
  const url = origin === undefined ? null : URL.parse(origin);
  return url !== null && isLocalName(targetOf(url).hostname);
}

const maxHeadBytes = 32 * 1024;

/** The first bytes a client sends: a plain request head, or TLS. */
type FirstBytes =
  | { readonly kind: "encrypted"; readonly bytes: Buffer }
  | { readonly kind: "request"; readonly bytes: Buffer; readonly origin: string | undefined };

/** Reads until the kind is known, and leaves the socket paused. undefined when the client sends nothing usable. */
export async function readFirstBytes(socket: Socket, head: Buffer): Promise<FirstBytes | undefined> {
  let bytes = head;
  while (true) {
    const found = parseFirstBytes(bytes);
    if (found) return found;
    if (bytes.length > maxHeadBytes) return undefined;
    const chunk = await nextChunk(socket);
    if (!chunk) return undefined;
    bytes = Buffer.concat([bytes, chunk]);
  }
}

function parseFirstBytes(bytes: Buffer): FirstBytes | undefined {
  const tlsHandshake = 0x16;
  if (bytes[0] === tlsHandshake) return { kind: "encrypted", bytes };
  const end = bytes.indexOf("\r\n\r\n");
  if (end === -1) return undefined;
  const origin = /\r\norigin:[ \t]*([^\r\n]*)/i.exec(bytes.toString("latin1", 0, end))?.[1]?.trim();
  return { kind: "request", bytes, origin };
}

async function nextChunk(socket: Socket): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const settle = (chunk?: Buffer): void => {
      socket.pause().off("data", settle).off("close", end).off("end", end);
      resolve(chunk);
    };
    const end = (): void => settle();
    socket.once("data", settle).once("close", end).once("end", end).resume();
  });
}
