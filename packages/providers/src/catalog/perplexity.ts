import type { ProviderRow } from "./provider-row.ts";

export const perplexity: ProviderRow = {
  id: "perplexity",
  label: "Perplexity",
  protocol: "openai-chat",
  baseUrl: "https://api.perplexity.ai",
  keyVariables: ["PERPLEXITY_API_KEY"],
  needsKey: true,
  defaultModel: "sonar-pro",
};
