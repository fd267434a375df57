import type { ProviderRow } from "./provider-row.ts";

export const xai: ProviderRow = {
  id: "xai",
  aliases: ["x-ai", "grok"],
  label: "xAI",
  protocol: "openai-chat",
  baseUrl: "https://api.x.ai/v1",
  keyVariables: ["XAI_API_KEY"],
  needsKey: true,
  defaultModel: "grok-4.7",
};
