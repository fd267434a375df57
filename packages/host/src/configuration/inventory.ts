import { basename } from "node:path";
import { compileMode } from "@roo-code/engine";
import {
  type Hook,
  loadCommands,
  loadHooks,
  loadMcpServers,
  loadRules,
  loadSkills,
  type McpServer,
  type ModeWithOrigin,
} from "@roo-code/store";
import type { Capabilities, ConfigurationNotice } from "@roo-code/types";
import { findToolFolders, notTrusted } from "../custom-tools/tool-files.ts";
import type { HostContext } from "../host.ts";
import { agentsHome } from "../roo-home.ts";
import { type Configuration, requireMode, ruleOptions } from "./configuration.ts";

/** One entry of the configuration, and the file it is in. */
export interface InventoryItem {
  readonly name: string;
  readonly origin: "builtin" | "user" | "project";
  readonly source?: string;
  readonly description?: string;
  /** The arguments a command takes, for display. */
  readonly argumentHint?: string;
  /** For hooks and servers: the exact command. */
  readonly command?: string;
  /** Inactive until the folder is trusted. */
  readonly isWithheld?: boolean | undefined;
}

/** Everything that applies in a folder, for display. */
export interface Inventory {
  readonly configuration: Configuration;
  readonly modes: readonly InventoryItem[];
  readonly rules: readonly InventoryItem[];
  readonly commands: readonly InventoryItem[];
  readonly skills: readonly InventoryItem[];
  readonly mcpServers: readonly InventoryItem[];
  readonly hooks: readonly InventoryItem[];
  /** Files of custom tools. Listing the tools in them would run their code, which this does not. */
  readonly customTools: readonly InventoryItem[];
  readonly notices: readonly ConfigurationNotice[];
}

/** Never throws. */
export async function loadInventory(context: HostContext, configuration: Configuration): Promise<Inventory> {
  const { workspace, isTrusted, settings } = configuration;
  const paths = { home: context.home, workspace };
  const rules = loadRules({ ...paths, mode: settings.mode ?? "code", ...ruleOptions(settings) });
  const [commands, skills, servers, hooks] = await Promise.all([
    loadCommands(paths),
    loadSkills({ ...paths, ...agentsHome(context.environment) }),
    loadMcpServers({ ...paths, isTrusted }),
    loadHooks({ ...paths, isTrusted }),
  ]);
  const toolFolders = findToolFolders(paths);
  const withheldTools = toolFolders.filter(({ origin }) => origin === "project" && !isTrusted);
  return {
    configuration,
    modes: configuration.modes.map(({ slug, origin, source }) => item(slug, origin, source)),
    rules: rules.files.map(({ label, path }) => item(label, path.startsWith(context.home) ? "user" : "project", path)),
    commands: commands.commands.map(({ name, origin, source, description, argumentHint }) => ({
      ...item(name, origin, source),
      description,
      argumentHint,
    })),
    skills: skills.skills.map(({ name, origin, source, description }) => ({
      ...item(name, origin, source),
      description,
    })),
    mcpServers: [
      ...servers.servers.map(serverItem),
      ...servers.withheld.map((server) => ({ ...serverItem(server), isWithheld: true })),
    ],
    hooks: [...hooks.hooks.map(hookItem), ...hooks.withheld.map((hook) => ({ ...hookItem(hook), isWithheld: true }))],
    customTools: toolFolders.flatMap((folder) =>
      folder.files.map((file) => ({
        ...item(basename(file), folder.origin, file),
        isWithheld: withheldTools.includes(folder) || undefined,
      })),
    ),
    notices: [
      ...[configuration, rules, commands, skills, servers, hooks].flatMap(({ notices }) => notices),
      ...withheldTools.map(notTrusted),
    ],
  };
}

function hookItem({ name, origin, source, command }: Hook): InventoryItem {
  return { ...item(name, origin, source), command };
}

/** The command of one of the user's own servers is not shown: it may contain a key. */
function serverItem({ name, origin, source, configuration }: McpServer): InventoryItem {
  if (origin !== "project") return item(name, origin, source);
  const command =
    configuration.type === "stdio"
      ? [configuration.command, ...(configuration.args ?? [])].join(" ")
      : configuration.url;
  return { ...item(name, origin, source), command };
}

function item(name: string, origin: InventoryItem["origin"], source: string | undefined): InventoryItem {
  return { name, origin, source };
}

/** A mode in full, for display. */
export interface ModeDescription {
  readonly mode: ModeWithOrigin;
  /** What a task may do in this mode, unless its parent task restricts it further. */
  readonly capabilities: Capabilities;
  /** Rule files that apply in this mode. */
  readonly rules: readonly string[];
}

/** Throws `RooError` `unknown_mode`. */
export function describeMode(
  { home }: { readonly home: string },
  configuration: Configuration,
  slug: string,
): ModeDescription {
  const mode = requireMode(configuration, slug);
  const { workspace, settings } = configuration;
  const { files } = loadRules({ home, workspace, mode: slug, ...ruleOptions(settings) });
  return { mode, capabilities: compileMode(mode), rules: files.map(({ path }) => path) };
}
