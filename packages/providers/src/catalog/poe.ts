import type { ProviderRow } from "./provider-row.ts";

export const poe: ProviderRow = {
  id: "poe",
  label: "Poe",
  protocol: "openai-chat",
  baseUrl: "https://api.poe.com/v1",
  keyVariables: ["POE_API_KEY"],
  needsKey: true,
  defaultModel: "Claude-Sonnet-4.5",
};
