import { join } from "node:path";
import { localSettingsPath } from "./load-settings.ts";

/**
 * All configuration that a running host reloads when it changes: files, whole folders, and with a trailing `*` every
 * name with that prefix. Only parts of the home folder, because tasks are written there all the time.
 */
export function configurationPaths({ home, workspace, agentsHome }: WatchedFolders): string[] {
  return [
    ...homeNames.map((name) => join(home, name)),
    ...(agentsHome === undefined ? [] : [join(agentsHome, "skills*")]),
    ...(workspace === undefined
      ? []
      : [localSettingsPath(home, workspace), ...workspaceNames.map((name) => join(workspace, name))]),
  ];
}

interface WatchedFolders {
  readonly home: string;
  readonly workspace?: string;
  /** `~/.agents`, shared by several agents. */
  readonly agentsHome?: string;
}

const homeNames = [
  "settings.json",
  "profiles.json",
  "trusted.json",
  "mcp-settings.json",
  "custom_modes.yaml",
  "AGENTS.md",
  "modes",
  "rules*",
  "commands",
  "skills*",
  "hooks*",
  "tools",
];

const workspaceNames = [
  ".roo",
  ".roomodes",
  ".roorules*",
  ".clinerules*",
  ".rooignore",
  "AGENTS.md",
  "AGENT.md",
  "AGENTS.local.md",
  join(".agents", "skills*"),
];
