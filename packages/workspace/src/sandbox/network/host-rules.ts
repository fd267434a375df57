import { lookup } from "node:dns/promises";
import { connect, isIP, type Socket } from "node:net";
import { isPublicAddress } from "@roo-code/types";

/** One entry of a list of hosts. */
interface HostRule {
  readonly name: string;
  /** `*.example.org`: names below it, not itself. */
  readonly isBelow: boolean;
  readonly port: number | undefined;
}

/** What a list of hosts allows: names such as `registry.npmjs.org` or `*.github.com`, each with an optional `:port`. */
export class HostRules {
  readonly #rules: readonly HostRule[];

  constructor(hosts: readonly string[]) {
    this.#rules = hosts.map(toRule);
  }

  allows(host: string, port: number): boolean {
    return this.#matching(host, port) !== undefined;
  }

  /** Whether the list names this machine or its network explicitly: an address, or `localhost`. */
  allowsLocal(host: string, port: number): boolean {
    const rule = this.#matching(host, port);
    return rule !== undefined && !rule.isBelow && (rule.name === "localhost" || isIP(rule.name) !== 0);
  }

  #matching(host: string, port: number): HostRule | undefined {
    const name = normalized(host);
    return this.#rules.find(
      (rule) =>
        (rule.port === undefined || rule.port === port) &&
        (rule.isBelow ? name.endsWith(`.${rule.name}`) : name === rule.name),
    );
  }
}

function toRule(text: string): HostRule {
  const [, host = "", port] = /^(\[[^\]]*\]|[^:]*|.*:.*:.*?)(?::(\d{1,5}))?$/.exec(text.trim()) ?? [];
  const isBelow = host.startsWith("*.");
  return {
    name: normalized(isBelow ? host.slice(2) : host),
    isBelow,
    port: port === undefined ? undefined : Number(port),
  };
}

function normalized(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "");
}

/** Resolving names and connecting; replaced in tests. */
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

/** Resolves the name here, checks the addresses, and connects to the one that was checked. */
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
