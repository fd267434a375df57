import type { ProviderRow } from "./provider-row.ts";

export const unbound: ProviderRow = {
  id: "unbound",
  label: "Unbound",
  protocol: "openai-chat",
  baseUrl: "https://api.getunbound.ai/v1",
  keyVariables: ["UNBOUND_API_KEY"],
  needsKey: true,
  defaultModel: "anthropic/claude-sonnet-4-5",
};
