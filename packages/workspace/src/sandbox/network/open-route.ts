import { lookup } from "node:dns/promises";
import { connect, isIP, type Socket } from "node:net";
import { isPublicAddress } from "@roo-code/types";
import type { HostRules } from "./host-rules.ts";

/** How names become addresses, and addresses connections; a test has its own. */
export interface Outside {
  resolve(host: string): Promise<readonly string[]>;
  connect(address: string, port: number): Socket;
}

export const systemOutside: Outside = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  connect: (address, port) => connect({ host: address, port }),
};

/** A connection that the list does not allow. */
export class RouteRefused extends Error {}

const connectMs = 20_000;

/** Resolves the name here, judges the addresses, and connects to the very one that was judged. */
export async function openRoute(
  target: { readonly host: string; readonly port: number },
  { rules, outside }: { readonly rules: HostRules; readonly outside: Outside },
): Promise<Socket> {
  const { host, port } = target;
  if (!rules.allows(host, port)) throw new RouteRefused(`${host}:${port} is not in the list of allowed hosts`);
  const addresses = isIP(host) === 0 ? await outside.resolve(host) : [host];
  const usable = rules.allowsLocal(host, port) ? addresses : addresses.filter(isPublicAddress);
  const [address] = usable;
  if (address === undefined) throw new RouteRefused(`${host} leads to an address that is not public`);
  return connected(outside.connect(address, port));
}

async function connected(socket: Socket): Promise<Socket> {
  socket.setTimeout(connectMs, () => socket.destroy(new Error("no answer")));
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", reject);
  });
  socket.setTimeout(0);
  socket.removeAllListeners("error");
  socket.on("error", () => socket.destroy());
  return socket;
}
