import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { kindsInAll, providerSettingsSchema, settingsSchema } from "@roo-code/types";
import type { AgentInput } from "../../trial-agent.ts";

/** Holds the key of the model, for the agent's process alone. */
export const keyVariable = "ROO_EVALS_API_KEY";

export interface AgentSettings {
  /** Of the run: provider and settings by our names, `mcpServers`, and whatever else Roo Code's clients send. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly limits: AgentInput["limits"];
  readonly hasKey: boolean;
}

const profileName = "evals";

/** A home with nothing in it but what the run says: no history, no rules, no keys of the person's. Gives the rest of the settings. */
export function furnishHome(home: string, { settings, limits, hasKey }: AgentSettings): Record<string, unknown> {
  const { profile, own, mcpServers, rest } = sortOut(settings);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const put = (name: string, value: object) =>
    writeFileSync(join(home, name), `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  if (profile["apiProvider"] !== undefined)
    put("profiles.json", { [profileName]: { ...profile, ...(hasKey && { apiKey: `\${env:${keyVariable}}` }) } });
  put("settings.json", {
    autoApprove: kindsInAll,
    ...(profile["apiProvider"] !== undefined && { profile: profileName }),
    ...own,
    ...limitSettings(limits),
  });
  if (mcpServers !== undefined) put("mcp-settings.json", { mcpServers });
  return rest;
}

/** `mcpServer` is what a run is about, `profile` where the rest came from: both are for people. */
const told = new Set(["mcpServer", "profile"]);

function sortOut(settings: AgentSettings["settings"]) {
  const sorted = { profile: {}, own: {}, rest: {} } as Record<"profile" | "own" | "rest", Record<string, unknown>>;
  const { mcpServers, ...others } = settings;
  for (const [name, value] of Object.entries(others)) {
    if (told.has(name)) continue;
    const place = name in providerSettingsSchema.shape ? "profile" : name in settingsSchema.shape ? "own" : "rest";
    sorted[place][name] = value;
  }
  return { ...sorted, mcpServers };
}

function limitSettings({ seconds, turns, tokens, cost }: AgentInput["limits"]) {
  return {
    timeout: seconds,
    ...(turns !== undefined && { maxTurns: turns }),
    ...(tokens !== undefined && { maxTokens: tokens }),
    ...(cost !== undefined && { maxCost: cost }),
  };
}
