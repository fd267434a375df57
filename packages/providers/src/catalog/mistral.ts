import type { ProviderRow } from "./provider-row.ts";

export const mistral: ProviderRow = {
  id: "mistral",
  label: "Mistral",
  protocol: "openai-chat",
  baseUrl: "https://api.mistral.ai/v1",
  keyVariables: ["MISTRAL_API_KEY"],
  needsKey: true,
  defaultModel: "codestral-latest",
  dialect: { refusesStreamOptions: true, requiresShortCallIds: true },
};
