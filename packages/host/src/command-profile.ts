import { networkWithin } from "@roo-code/engine";
import type { Capabilities, CommandProfile, Settings } from "@roo-code/types";

/** What a command may do: what the task may, and of the network no more than the person has opened. */
export function commandProfile(
  { write, network }: Pick<Capabilities, "write" | "network">,
  { network: opened = "none" }: Settings,
): CommandProfile {
  const open = typeof opened === "string" ? opened : { hosts: opened };
  return { write, network: networkWithin(network, open) };
}
