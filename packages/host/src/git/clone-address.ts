import { isAbsolute } from "node:path";
import { fileURLToPath } from "node:url";
import { RooError } from "@roo-code/types";

const cloneProtocols = ["https", "ssh", "http", "file"] as const;
export type CloneProtocol = (typeof cloneProtocols)[number];

export type CloneAddress =
  | { readonly protocol: "https" | "http"; readonly url: URL }
  | { readonly protocol: "ssh"; readonly text: string; readonly hostname: string; readonly port: number }
  | { readonly protocol: "file"; readonly folder: string };

/** Throws `RooError` `address_refused` for an invalid address, or a protocol that is not allowed. */
export function parseCloneAddress(text: string, allowed: readonly CloneProtocol[]): CloneAddress {
  const address = read(text.trim());
  if (!address) throw refused("it is not an address of a git repository");
  if (allowed.includes(address.protocol)) return address;
  throw refused(`the protocol ${address.protocol} is disabled (setting cloneProtocols)`);
}

export function refused(reason: string): RooError {
  return new RooError({ code: "address_refused", message: `Refusing to clone the repository: ${reason}.` });
}

function read(text: string): CloneAddress | undefined {
  // Git would read the first as a flag, and the second as the name of a program to run.
  if (text.startsWith("-") || /^[\w+-]+::/.test(text) || /[\p{Cc}\s]/u.test(text)) return undefined;
  if (isAbsolute(text)) return { protocol: "file", folder: text };
  const short = /^(?:[\w.-]+@)?(?<host>[\w.-]+):(?!\/\/)(?<path>[^-\s].*)$/.exec(text)?.groups;
  if (short?.["host"]) return { protocol: "ssh", text, hostname: short["host"].toLowerCase(), port: 22 };
  const url = URL.parse(text);
  if (!url) return undefined;
  if (url.protocol === "file:") return url.host === "" ? { protocol: "file", folder: fileURLToPath(url) } : undefined;
  if (url.protocol === "ssh:") return readSsh(url);
  if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
  if (url.username !== "" || url.password !== "")
    throw refused("a user name or password in the address would be stored in plain text; use git's credential helper");
  return { protocol: url.protocol === "https:" ? "https" : "http", url };
}

function readSsh(url: URL): CloneAddress | undefined {
  const { hostname, username, password, port } = url;
  // Other names could be passed to ssh as flags.
  if (!/^[a-z0-9][a-z0-9.-]*$/i.test(hostname) || !/^[\w.-]*$/.test(username) || username.startsWith("-") || password)
    return undefined;
  return { protocol: "ssh", text: url.href, hostname: hostname.toLowerCase(), port: Number(port || 22) };
}
