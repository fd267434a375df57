import { isIP } from "node:net";
import { type AddressClass, type BrowserNetwork, classifyAddress } from "@roo-code/types";

/** What pages may reach besides the public internet. */
export interface NetworkPolicy {
  /** Servers of this machine, by `localhost` or a loopback address. */
  readonly localhost: boolean;
  /** Addresses of the local network, such as `192.168.0.10`. */
  readonly privateNetwork: boolean;
}

export function policyOf(reach: BrowserNetwork): NetworkPolicy {
  return { localhost: reach !== "public", privateNetwork: reach === "private" };
}

/** The address may not be reached; the message says why, for the model. */
export class Refusal extends Error {}

/** Throws `Refusal` unless a host of this name may be reached at this address. */
export function admitAddress(target: { hostname: string; address: string; policy: NetworkPolicy }): void {
  const { hostname, address, policy } = target;
  const found = classifyAddress(address);
  if (found === "public" || (found === "private" && policy.privateNetwork)) return;
  if (found === "loopback" && policy.localhost) {
    if (isLocalName(hostname)) return;
    throw new Refusal(`${hostname} resolves to ${address}, an address of this machine; use localhost instead`);
  }
  const host = hostname === address ? address : `${hostname} (${address})`;
  throw new Refusal(`${host} is ${descriptions[found]}`);
}

const descriptions: Record<Exclude<AddressClass, "public">, string> = {
  loopback: "this machine, which the setting browserNetwork keeps pages from",
  private: "in a private network, which the setting browserNetwork keeps pages from",
  "link-local": "a link-local address, which is never allowed",
  metadata: "a cloud metadata address, which is never allowed",
  reserved: "not the address of a public host",
};

/** Names that mean this machine, whatever DNS says. */
export function isLocalName(hostname: string): boolean {
  if (hostname === "localhost" || hostname.endsWith(".localhost")) return true;
  return isIP(hostname) !== 0 && classifyAddress(hostname) === "loopback";
}
