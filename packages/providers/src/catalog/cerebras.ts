import type { ProviderRow } from "./provider-row.ts";

export const cerebras: ProviderRow = {
  id: "cerebras",
  label: "Cerebras",
  protocol: "openai-chat",
  baseUrl: "https://api.cerebras.ai/v1",
  keyVariables: ["CEREBRAS_API_KEY"],
  needsKey: true,
  defaultModel: "gpt-oss-120b",
};
