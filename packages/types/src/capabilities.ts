import { type ToolGroup, toolGroups } from "./tool-groups.ts";

/**
 * What a task may do, whichever tool it uses: one profile for file tools, commands, MCP server processes and
 * subtasks. A task's capabilities are those of its mode, capped by its ceiling; what it starts never has more.
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

/** The ceiling of a root task. */
export const unlimited: Capabilities = { groups: toolGroups, write: "all", exec: true, network: "all" };

/** How commands are sandboxed. `auto`: the strictest way this machine supports. */
export const sandboxChoices = ["auto", "off", "readonly"] as const;
export type SandboxChoice = (typeof sandboxChoices)[number];

/** What browser pages can reach: the internet, also this machine, or also its network. */
export const browserNetworks = ["public", "local", "private"] as const;
export type BrowserNetwork = (typeof browserNetworks)[number];

/** Permissions of a command. */
export interface CommandProfile {
  readonly write: WriteCapability;
  readonly network: NetworkCapability;
}
