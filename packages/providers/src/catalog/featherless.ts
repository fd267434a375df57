import type { ProviderRow } from "./provider-row.ts";

export const featherless: ProviderRow = {
  id: "featherless",
  label: "Featherless",
  protocol: "openai-chat",
  baseUrl: "https://api.featherless.ai/v1",
  keyVariables: ["FEATHERLESS_API_KEY", "FEATHERLESS_AI_API_KEY"],
  needsKey: true,
};
