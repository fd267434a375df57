import { connect } from "node:net";
import type { Network } from "../src/network/network.ts";

export interface FakeNetwork extends Network {
  /** Every name that was looked up. */
  readonly lookups: string[];
  /** Every address that was connected to. */
  readonly connections: string[];
}

/**
 * A name server and an internet of our own. `names`: the addresses of a name, one list per lookup, the last one from
 * then on. `hosts`: the loopback port behind an address; others are reached as they are.
 */
export function fakeNetwork(options: {
  names?: Readonly<Record<string, readonly (readonly string[])[]>>;
  hosts?: Readonly<Record<string, number>>;
}): FakeNetwork {
  const { names = {}, hosts = {} } = options;
  const lookups: string[] = [];
  const connections: string[] = [];
  return {
    lookups,
    connections,
    async resolve(hostname) {
      const respond = names[hostname] ?? [];
      const asked = lookups.filter((name) => name === hostname).length;
      lookups.push(hostname);
      const answer = respond[Math.min(asked, respond.length - 1)];
      if (!answer) throw new Error(`no such name: ${hostname}`);
      return answer;
    },
    connect(address, port) {
      connections.push(address);
      return connect({ host: "127.0.0.1", port: hosts[address] ?? port });
    },
  };
}
