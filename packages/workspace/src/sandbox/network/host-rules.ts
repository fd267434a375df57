import { isIP } from "node:net";

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

  /** Whether the host itself is named as one of this machine or its network: an address, or `localhost`. */
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
