import type { ServerConfiguration } from "@roo-code/mcp";
import type { Capabilities, CommandProfile, Settings } from "@roo-code/types";
import { commandProfile } from "../session/task-workspace.ts";

/**
 * What a server's process is held to; undefined for nothing. A mode that may write everywhere lets servers do what the
 * person started them for: they need networks, homes and sockets of the machine. In a mode that may not, a server sees
 * the workspace and cannot write to it; the network stays, because most servers are of no use without it.
 */
export function serverProfile(
  configuration: ServerConfiguration,
  capabilities: Capabilities,
  settings: Settings,
): CommandProfile | undefined {
  const { sandbox: choice = "auto" } = settings;
  if (configuration.type !== "stdio" || choice === "off" || configuration.sandbox === "off") return undefined;
  const mayWrite = capabilities.write === "all" && choice !== "readonly";
  if (configuration.sandbox === "on") {
    const { network } = commandProfile(capabilities, settings);
    return { write: mayWrite ? "all" : "none", network };
  }
  return mayWrite ? undefined : { write: "none", network: capabilities.network };
}
