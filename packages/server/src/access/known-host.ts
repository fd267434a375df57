import { isIP } from "node:net";

/**
 * Whether a request was meant for us. A page of somebody else's whose name was made to lead here comes with that name:
 * an address, `localhost` and the names we were told cannot be made to.
 */
export function isKnownHost(host: string | undefined, allowed: ReadonlySet<string>): boolean {
  const url = host === undefined || /[\s/?#@\\]/.test(host) ? null : URL.parse(`http://${host}`);
  if (!url) return false;
  const name = url.hostname.replace(/^\[|\]$/g, "");
  return isIP(name) !== 0 || name === "localhost" || name.endsWith(".localhost") || allowed.has(name);
}

/** Whether a page that sends a request is one of ours. */
export function isOwnOrigin(origin: string, host: string | undefined): boolean {
  const url = URL.parse(origin);
  return url !== null && (url.protocol === "http:" || url.protocol === "https:") && url.host === host?.toLowerCase();
}
