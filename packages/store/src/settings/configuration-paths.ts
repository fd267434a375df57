import { join } from "node:path";
import { localSettingsPath } from "./local-settings-path.ts";

/**
 * Everything a person can change that a running host takes up: files, folders with all that is below them, and with
 * `*` at the end whatever begins like that. Of the home folder only parts, because tasks are written there all the time.
 */
export function configurationPaths({ home, workspace, agentsHome }: WatchedPlaces): string[] {
  return [
    ...homeNames.map((name) => join(home, name)),
    ...(agentsHome === undefined ? [] : [join(agentsHome, "skills*")]),
    ...(workspace === undefined
      ? []
      : [localSettingsPath(home, workspace), ...workspaceNames.map((name) => join(workspace, name))]),
  ];
}

export interface WatchedPlaces {
  readonly home: string;
  readonly workspace?: string;
  /** `~/.agents`, which several agents share. */
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
