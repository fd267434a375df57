import { type ToolGroup, toolGroups } from "./tool-groups.ts";

/**
 * What a task may do, whatever tool it does it with: one profile for file tools, commands, MCP servers' processes and
 * the tasks that work for it. A task's own are those of its mode within its ceiling; what it starts never has more.
 */
export interface Capabilities {
  readonly groups: readonly ToolGroup[];
  readonly write: WriteCapability;
  /** Whether commands may be run at all. */
  readonly exec: boolean;
  readonly network: NetworkCapability;
}

/** Nowhere, everywhere in the workspace, or where a path matches one pattern of each list (regular expressions). */
export type WriteCapability = "none" | "all" | { readonly patterns: readonly (readonly string[])[] };

/** `hosts`: names such as `registry.npmjs.org` or `*.github.com`, with an optional `:port`. */
export type NetworkCapability = "none" | "all" | { readonly hosts: readonly string[] };

/** The ceiling of a task that works for nobody else. */
export const unlimited: Capabilities = { groups: toolGroups, write: "all", exec: true, network: "all" };

/** How commands are confined. `auto`: as well as this machine can. */
export const sandboxChoices = ["auto", "off", "readonly"] as const;
export type SandboxChoice = (typeof sandboxChoices)[number];

/** What pages in the browser reach: the internet, this machine too, or its network too. */
export const browserNetworks = ["public", "local", "private"] as const;
export type BrowserNetwork = (typeof browserNetworks)[number];

/** What a command is run with. */
export interface CommandProfile {
  readonly write: WriteCapability;
  readonly network: NetworkCapability;
}
