import type { ProviderRow } from "./provider-row.ts";

export const moonshot: ProviderRow = {
  id: "moonshot",
  aliases: ["moonshotai", "kimi"],
  label: "Moonshot AI",
  protocol: "openai-chat",
  baseUrl: "https://api.moonshot.ai/v1",
  keyVariables: ["MOONSHOT_API_KEY"],
  needsKey: true,
  defaultModel: "kimi-k2.7-code",
  dialect: { requiresReasoning: true },
};
