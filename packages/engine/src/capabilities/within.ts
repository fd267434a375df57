import type { Capabilities, Mode, NetworkCapability, WriteCapability } from "@roo-code/types";

/** The intersection of two capabilities. */
export function within(capabilities: Capabilities, ceiling: Capabilities): Capabilities {
  const write = writeWithin(capabilities.write, ceiling.write);
  const exec = capabilities.exec && ceiling.exec;
  const groups = capabilities.groups.filter(
    (group) =>
      ceiling.groups.includes(group) && (exec || group !== "command") && (write !== "none" || group !== "edit"),
  );
  return { groups, write, exec, network: networkWithin(capabilities.network, ceiling.network) };
}

/** The ceiling of subtasks: what the task itself may do, unless its mode only delegates. */
export function childCeiling(mode: Mode, own: Capabilities, ceiling: Capabilities): Capabilities {
  const onlyDelegates = mode.groups.every(({ group }) => group === "modes");
  return onlyDelegates ? ceiling : own;
}

function writeWithin(left: WriteCapability, right: WriteCapability): WriteCapability {
  if (left === "none" || right === "none") return "none";
  if (left === "all") return right;
  if (right === "all") return left;
  const lists = new Map([...left.patterns, ...right.patterns].map((list) => [JSON.stringify(list), list]));
  return { patterns: [...lists.values()] };
}

interface Host {
  readonly name: string;
  readonly port: string | undefined;
}

/** The hosts that both allow. */
export function networkWithin(left: NetworkCapability, right: NetworkCapability): NetworkCapability {
  if (left === "none" || right === "none") return "none";
  if (left === "all") return right;
  if (right === "all") return left;
  const hosts = left.hosts.flatMap((one) => right.hosts.flatMap((other) => common(one, other) ?? []));
  return hosts.length === 0 ? "none" : { hosts: [...new Set(hosts)] };
}

function common(left: string, right: string): string | undefined {
  const [one, other] = [parse(left), parse(right)];
  const name = covers(one.name, other.name) ? other.name : covers(other.name, one.name) ? one.name : undefined;
  if (name === undefined) return undefined;
  if (one.port !== undefined && other.port !== undefined && one.port !== other.port) return undefined;
  const port = one.port ?? other.port;
  return port === undefined ? name : `${name}:${port}`;
}

function parse(host: string): Host {
  const [, name = host, port] = /^(.*?)(?::(\d+))?$/.exec(host) ?? [];
  return { name: name.toLowerCase(), port };
}

/** `*.example.com` covers every subdomain, but not `example.com`. */
function covers(wide: string, narrow: string): boolean {
  return wide === narrow || (wide.startsWith("*.") && narrow.endsWith(wide.slice(1)));
}
