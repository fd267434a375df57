import type { ProviderRow } from "./provider-row.ts";

export const anthropic: ProviderRow = {
  id: "anthropic",
  label: "Anthropic",
  protocol: "anthropic",
  auth: { header: "x-api-key" },
  baseUrl: "https://api.anthropic.com",
  baseUrlVariables: ["ANTHROPIC_BASE_URL"],
  keyVariables: ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"],
  needsKey: true,
  defaultModel: "claude-sonnet-5-5",
};
