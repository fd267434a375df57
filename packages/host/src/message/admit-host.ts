import { isIP } from "node:net";
import type { Network } from "@roo-code/browser/network";
import { classifyAddress } from "@roo-code/types";

/** A page that is not fetched; the message says why, as the end of a sentence. */
export class PageRefusal extends Error {}

/** Whether a host is spelled as an address, or as this machine: nobody's name server has a say in what it means. */
export function isSpelledOut(hostname: string): boolean {
  return isIP(hostname) !== 0 || isThisMachine(hostname);
}

/**
 * The addresses of a host, looked up once: the connection goes to the very address that was judged here. Those of this
 * machine and of private networks only where `mayBeLocal`; link-local and metadata addresses never.
 */
export async function admitHost(
  hostname: string,
  { network, mayBeLocal }: { network: Network; mayBeLocal: boolean },
): Promise<readonly string[]> {
  const addresses = await addressesOf(hostname, network);
  for (const address of addresses) {
    const found = classifyAddress(address);
    const isLocal = found === "loopback" || found === "private";
    if (found === "public" || (isLocal && mayBeLocal)) continue;
    const place = hostname === address ? address : `${hostname} (${address})`;
    const rule = isLocal ? `a ${found} address, which has to be typed itself to be fetched` : `a ${found} address`;
    throw new PageRefusal(`it leads to ${place}, ${rule}`);
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
