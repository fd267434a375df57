import type { ProviderRow } from "./provider-row.ts";

export const openrouter: ProviderRow = {
  id: "openrouter",
  label: "OpenRouter",
  protocol: "openai-chat",
  baseUrl: "https://openrouter.ai/api/v1",
  keyVariables: ["OPENROUTER_API_KEY"],
  needsKey: true,
  defaultModel: "anthropic/claude-sonnet-5.5",
  headers: { "x-title": "Roo Code" },
  dialect: { reasoningField: "object", hasReasoningDetails: true, reportsCost: true, passesCacheControl: true },
};
