import { connect, isIP, type Socket } from "node:net";
import { admitAddress, type NetworkPolicy, Refusal } from "./network-policy.ts";
import { nameOf, type Target } from "./target.ts";

/** How names become addresses and addresses connections. */
export interface Network {
  /** All addresses of a name; throws when there is none. */
  resolve(hostname: string): Promise<readonly string[]>;
  /** Takes an address, never a name. */
  connect(address: string, port: number): Socket;
}

export const systemNetwork: Network = {
  async resolve(hostname) {
    const { lookup } = await import("node:dns/promises");
    return (await lookup(hostname, { all: true })).map(({ address }) => address);
  },
  connect: (address, port) => connect({ host: address, port }),
};

/** Resolves a name once per connection, so that the connection goes to exactly the address that was checked. */
export async function admitTarget(options: {
  target: Target;
  policy: NetworkPolicy;
  network: Network;
}): Promise<readonly string[]> {
  const { target, policy, network } = options;
  const addresses = await addressesOf(target.hostname, network);
  if (addresses.length === 0) throw new Error(`${target.hostname} has no address`);
  // One forbidden address is enough: the others may only disguise it.
  for (const address of addresses) admitAddress({ hostname: target.hostname, address, policy });
  return addresses;
}

/** Tries the addresses one after the other. */
export async function openConnection(options: {
  target: Target;
  addresses: readonly string[];
  network: Network;
  signal: AbortSignal;
}): Promise<Socket> {
  const { target, addresses, network, signal } = options;
  const failures: string[] = [];
  for (const address of addresses) {
    signal.throwIfAborted();
    const outcome = await connected(network.connect(address, target.port), signal);
    if (typeof outcome !== "string") return outcome;
    failures.push(outcome);
  }
  throw new Error(`no connection to ${nameOf(target)} (${[...new Set(failures)].join(", ")})`);
}

async function addressesOf(hostname: string, network: Network): Promise<readonly string[]> {
  if (isIP(hostname) !== 0) return [hostname];
  // Browsers do not look these up either.
  if (hostname === "localhost" || hostname.endsWith(".localhost")) return ["127.0.0.1", "::1"];
  try {
    return await network.resolve(hostname);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Error(`${hostname} could not be resolved`, { cause: error });
  }
}

const connectTimeoutMs = 15_000;

/** The socket, or the error code. */
async function connected(socket: Socket, signal: AbortSignal): Promise<Socket | string> {
  return new Promise((resolve) => {
    const settle = (outcome: Socket | string): void => {
      socket.setTimeout(0).removeAllListeners("timeout").off("error", fail).off("connect", succeed);
      signal.removeEventListener("abort", abort);
      if (typeof outcome === "string") socket.on("error", () => undefined).destroy();
      resolve(outcome);
    };
    const fail = (error: Error & { code?: string }): void => settle(error.code ?? error.message);
    const succeed = (): void => settle(socket);
    const abort = (): void => settle("stopped");
    socket.setTimeout(connectTimeoutMs, () => settle("ETIMEDOUT"));
    socket.once("error", fail).once("connect", succeed);
    signal.addEventListener("abort", abort, { once: true });
  });
}
