import type { ProviderSettings } from "@roo-code/types";
import { expect, it } from "vitest";
import { resolveConnection } from "../../connection.ts";
import { chatSettings } from "./chat-settings.ts";

function settingsFor(settings: ProviderSettings): object {
  const connection = resolveConnection({ apiKey: "k", ...settings }, {});
  return chatSettings(connection, connection.row.dialect ?? {});
}

const openai = { apiProvider: "openai", apiModelId: "gpt-5" };
const openrouter = { apiProvider: "openrouter", apiModelId: "x/y" };
const local = { apiProvider: "openai-compatible", apiBaseUrl: "http://h/v1", apiModelId: "m" };

it.each<[ProviderSettings, object]>([
  [{ ...openai, reasoningEffort: "none" }, { reasoning_effort: "minimal" }],
  [{ ...local, reasoningEffort: "none" }, { reasoning_effort: "none" }],
  [{ ...openrouter, reasoningEffort: "low" }, { reasoning: { effort: "low" } }],
  [{ ...openrouter, maxThinkingTokens: 900, reasoningEffort: "low" }, { reasoning: { max_tokens: 900 } }],
  [openrouter, { usage: { include: true } }],
  [{ ...local, temperature: 0.5 }, { temperature: 0.5 }],
  [{ ...openai, serviceTier: "flex" }, { service_tier: "flex" }],
])("says %j as %j", (settings, expected) => {
  expect(settingsFor(settings)).toMatchObject(expected);
});

it.each<[ProviderSettings, string]>([
  [openrouter, "reasoning"],
  [openrouter, "reasoning_effort"],
  [{ ...local, maxThinkingTokens: 900 }, "reasoning"],
  [{ ...openai, apiModelId: "gpt-4o", reasoningEffort: "low" }, "reasoning_effort"],
  [{ ...openai, temperature: 0.5 }, "temperature"],
  [local, "usage"],
])("of %j says no %s", (settings, field) => {
  expect(settingsFor(settings)).not.toHaveProperty(field);
});
