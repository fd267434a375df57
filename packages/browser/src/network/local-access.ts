import type { IncomingHttpHeaders } from "node:http";
import { isLocalName } from "./network-policy.ts";
import { nameOf, type Target, targetOf } from "./target.ts";

/**
 * Who may talk to servers of this machine: pages that come from this machine, and whoever types the address. A page
 * from elsewhere may only lead back to a server that was opened before, as a sign-in does.
 */
export class LocalAccess {
  readonly #opened = new Set<string>();
  readonly #openedHosts = new Set<string>();

  /** The address was asked for by name, not by a page. */
  open(target: Target): void {
    if (!isLocalName(target.hostname)) return;
    this.#opened.add(nameOf(target));
    this.#openedHosts.add(target.hostname);
  }

  /** The headers are the browser's own: scripts cannot set them. */
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

  /** What is inside cannot be seen. */
  mayEncrypt(target: Target): boolean {
    return this.#openedHosts.has(target.hostname);
  }

  /** A server of this machine may send the browser on to another one. */
  followRedirect(from: Target, location: string | undefined): void {
    const next = location === undefined ? null : URL.parse(location, `http://${nameOf(from)}/`);
    if (next) this.open(targetOf(next));
  }
}

function isLocalOrigin(origin: string | undefined): boolean {
  const url = origin === undefined ? null : URL.parse(origin);
  return url !== null && isLocalName(targetOf(url).hostname);
}
