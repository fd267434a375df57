import type { Capabilities, Mode, WriteCapability } from "@roo-code/types";
import { networkWithin } from "./network-within.ts";

/** The capabilities that both have: never more than either. */
export function within(capabilities: Capabilities, ceiling: Capabilities): Capabilities {
  const write = writeWithin(capabilities.write, ceiling.write);
  const exec = capabilities.exec && ceiling.exec;
  const groups = capabilities.groups.filter(
    (group) =>
      ceiling.groups.includes(group) && (exec || group !== "command") && (write !== "none" || group !== "edit"),
  );
  return { groups, write, exec, network: networkWithin(capabilities.network, ceiling.network) };
}

/** What tasks that work for this one may do at most: what it may itself, unless all it does is to hand work on. */
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
