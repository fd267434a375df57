import type { ProviderRow } from "./provider-row.ts";

export const nebius: ProviderRow = {
  id: "nebius",
  label: "Nebius",
  protocol: "openai-chat",
  baseUrl: "https://api.tokenfactory.nebius.com/v1",
  keyVariables: ["NEBIUS_API_KEY"],
  needsKey: true,
  defaultModel: "openai/gpt-oss-120b",
};
