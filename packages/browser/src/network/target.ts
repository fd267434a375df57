import { isIP } from "node:net";

/** Where a request goes. `hostname` is a name or an address without brackets, in canonical form. */
export interface Target {
  readonly hostname: string;
  readonly port: number;
}

/** undefined unless it is `host:port`. Decimal, octal and short forms of an address become the address. */
export function parseAuthority(authority: string): Target | undefined {
  if (!/^[^/?#@\s]+:\d+$/.test(authority)) return undefined;
  const url = URL.parse(`ws://${authority}/`);
  return url ? targetOf(url) : undefined;
}

export function targetOf(url: URL): Target {
  const isSecure = url.protocol === "https:" || url.protocol === "wss:";
  const port = url.port === "" ? (isSecure ? 443 : 80) : Number(url.port);
  return { hostname: url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, ""), port };
}

export function nameOf({ hostname, port }: Target): string {
  return `${isIP(hostname) === 6 ? `[${hostname}]` : hostname}:${port}`;
}
