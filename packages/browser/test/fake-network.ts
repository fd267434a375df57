import { connect } from "node:net";
import type { Network } from "../src/network/network.ts";

export interface FakeNetwork extends Network {
  /** Every name that was looked up. */
  readonly lookups: string[];
  /** Every address that was connected to. */
  readonly connections: string[];
}

/**
 * A fake DNS and internet. `names`: the addresses of a name, one list per lookup, the last one from then on.
 * `hosts`: the loopback port behind an address; other addresses keep their port.
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
      const answers = names[hostname] ?? [];
      const earlier = lookups.filter((name) => name === hostname).length;
      lookups.push(hostname);
      const answer = answers[Math.min(earlier, answers.length - 1)];
      if (!answer) throw new Error(`no such name: ${hostname}`);
      return answer;
    },
    connect(address, port) {
      connections.push(address);
      return connect({ host: "127.0.0.1", port: hosts[address] ?? port });
    },
  };
}
