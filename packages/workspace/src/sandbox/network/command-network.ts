import { join } from "node:path";
import type { NetworkCapability } from "@roo-code/types";
import { type Mount, readOnly } from "../mounts.ts";
import { type HostProxy, startHostProxy } from "./host-proxy.ts";
import { proxyEnvironment, relayCommand } from "./relay.ts";

/** What a command needs to reach its allowed hosts. */
export interface NetworkRoute {
  readonly mounts: readonly Mount[];
  /** Prefix that starts the command inside. */
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

const inside = { node: "/run/roo/node", socket: "/run/roo/proxy" };
const direct: NetworkRoute = { mounts: [], command: [], environment: {} };

/** Network access for the commands of one workspace; one proxy per list of hosts. */
export class CommandNetwork {
  readonly #folder: string;
  readonly #proxies = new Map<string, Promise<{ path: string; proxy: HostProxy }>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async route(network: NetworkCapability): Promise<NetworkRoute> {
    if (typeof network === "string") return direct;
    const { path } = await this.#proxyFor(network.hosts);
    return {
      mounts: [readOnly(inside.node, process.execPath), readOnly(inside.socket, path)],
      command: relayCommand(inside.node, inside.socket),
      environment: proxyEnvironment(),
    };
  }

  /** May be called twice. */
  dispose(): void {
    for (const started of this.#proxies.values())
      void started.then(({ proxy }) => proxy.dispose()).catch(() => undefined);
    this.#proxies.clear();
  }

  #proxyFor(hosts: readonly string[]) {
    const key = [...hosts].toSorted().join(" ");
    const known = this.#proxies.get(key);
    if (known) return known;
    const path = join(this.#folder, `proxy-${this.#proxies.size}`);
    const started = startHostProxy({ path, hosts }).then((proxy) => ({ path, proxy }));
    this.#proxies.set(key, started);
    return started;
  }
}
