import { join } from "node:path";

/**
 * Everything a person can change that a running host takes up: files, folders with all that is below them, and with
 * `*` at the end whatever begins like that. Of the home folder only parts, because tasks are written there all the time.
 */
export function configurationPaths({ home, workspace }: { home: string; workspace?: string }): string[] {
  const inHome = homeNames.map((name) => join(home, name));
  return workspace === undefined ? inHome : [...inHome, ...workspaceNames.map((name) => join(workspace, name))];
}

const homeNames = [
  "settings.json",
  "profiles.json",
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
