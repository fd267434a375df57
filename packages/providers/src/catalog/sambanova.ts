import type { ProviderRow } from "./provider-row.ts";

export const sambanova: ProviderRow = {
  id: "sambanova",
  label: "SambaNova",
  protocol: "openai-chat",
  baseUrl: "https://api.sambanova.ai/v1",
  keyVariables: ["SAMBANOVA_API_KEY"],
  needsKey: true,
  defaultModel: "Meta-Llama-3.3-70B-Instruct",
};
