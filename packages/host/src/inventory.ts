import { loadCommands, loadMcpServers, loadRules, loadSkills } from "@roo-code/store";
import type { ConfigurationNotice } from "@roo-code/types";
import { type Configuration, type ConfigurationPlaces, ruleOptions } from "./configuration.ts";

/** One thing a person has put into the configuration, and the file it is in. */
export interface InventoryItem {
  readonly name: string;
  readonly origin: "builtin" | "user" | "project";
  readonly source?: string;
}

/** All that applies in a folder, for people to look at. */
export interface Inventory {
  readonly configuration: Configuration;
  readonly modes: readonly InventoryItem[];
  readonly rules: readonly InventoryItem[];
  readonly commands: readonly InventoryItem[];
  readonly skills: readonly InventoryItem[];
  readonly mcpServers: readonly InventoryItem[];
  readonly notices: readonly ConfigurationNotice[];
}

/** Reads everything there is. Never throws. */
export async function takeInventory(places: ConfigurationPlaces, configuration: Configuration): Promise<Inventory> {
  const { workspace, isTrusted, settings } = configuration;
  const where = { home: places.home, workspace };
  const rules = loadRules({ ...where, mode: settings.mode ?? "code", ...ruleOptions(settings) });
  const [commands, skills, servers] = await Promise.all([
    loadCommands(where),
    loadSkills(where),
    loadMcpServers({ ...where, isTrusted }),
  ]);
  return {
    configuration,
    modes: configuration.modes.map(({ slug, origin, source }) => item(slug, origin, source)),
    rules: rules.files.map(({ label, path }) => item(label, path.startsWith(places.home) ? "user" : "project", path)),
    commands: commands.commands.map(({ name, origin, source }) => item(name, origin, source)),
    skills: skills.skills.map(({ name, origin, source }) => item(name, origin, source)),
    mcpServers: servers.servers.map(({ name, origin, source }) => item(name, origin, source)),
    notices: [configuration, rules, commands, skills, servers].flatMap(({ notices }) => notices),
  };
}

function item(name: string, origin: InventoryItem["origin"], source: string | undefined): InventoryItem {
  return { name, origin, ...(source !== undefined && { source }) };
}
