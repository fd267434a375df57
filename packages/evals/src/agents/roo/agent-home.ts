import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { kindsInAll, providerSettingsSchema, settingsSchema } from "@roo-code/types";
import type { AgentInput } from "../../trial-agent.ts";

/** Passes the API key to the agent's process. */
export const keyVariable = "ROO_EVALS_API_KEY";

interface AgentSettings {
  /** From the run: provider and other settings by our names, `mcpServers`, and settings of Roo Code's clients. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly limits: AgentInput["limits"];
  readonly hasKey: boolean;
}

const profileName = "evals";

/** Creates a home with the run's settings only: no history, no rules, no keys of the user. Returns the remaining settings. */
export function writeAgentHome(home: string, { settings, limits, hasKey }: AgentSettings): Record<string, unknown> {
  const { profile, own, mcpServers, rest } = splitSettings(settings);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const write = (name: string, value: object) =>
    writeFileSync(join(home, name), `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  if (profile["apiProvider"] !== undefined)
    write("profiles.json", { [profileName]: { ...profile, ...(hasKey && { apiKey: `\${env:${keyVariable}}` }) } });
  write("settings.json", {
    autoApprove: kindsInAll,
    profile: profile["apiProvider"] === undefined ? undefined : profileName,
    ...own,
    ...limitSettings(limits),
  });
  if (mcpServers !== undefined) write("mcp-settings.json", { mcpServers });
  return rest;
}

/** Only for display: the benchmarked MCP server, and the profile that the settings came from. */
const labels = new Set(["mcpServer", "profile"]);

function splitSettings(settings: AgentSettings["settings"]) {
  const sorted = { profile: {}, own: {}, rest: {} } as Record<"profile" | "own" | "rest", Record<string, unknown>>;
  const { mcpServers, ...others } = settings;
  for (const [name, value] of Object.entries(others)) {
    if (labels.has(name)) continue;
    const target = name in providerSettingsSchema.shape ? "profile" : name in settingsSchema.shape ? "own" : "rest";
    sorted[target][name] = value;
  }
  return { ...sorted, mcpServers };
}

function limitSettings({ seconds, turns, tokens, cost }: AgentInput["limits"]) {
  return { timeout: seconds, maxTurns: turns, maxTokens: tokens, maxCost: cost };
}

interface TrialNames {
  readonly workspace: string;
  readonly language: string;
  readonly name: string;
}

/** Replaces `{workspace}`, `{language}` and `{exercise}` in all strings of the settings. */
export function expandSettings(
  settings: Readonly<Record<string, unknown>>,
  names: TrialNames,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, expand(value, names)]));
}

function expand(value: unknown, names: TrialNames): unknown {
  if (typeof value === "string")
    return value
      .replaceAll("{workspace}", () => names.workspace)
      .replaceAll("{language}", () => names.language)
      .replaceAll("{exercise}", () => names.name);
  if (Array.isArray(value)) return value.map((part) => expand(part, names));
  if (value === null || typeof value !== "object") return value;
  return expandSettings(Object.fromEntries(Object.entries(value)), names);
}
