import type { ProviderRow } from "./provider-row.ts";

export const cohere: ProviderRow = {
  id: "cohere",
  label: "Cohere",
  protocol: "openai-chat",
  baseUrl: "https://api.cohere.ai/compatibility/v1",
  keyVariables: ["COHERE_API_KEY", "CO_API_KEY"],
  needsKey: true,
  defaultModel: "command-a-03-2025",
};
