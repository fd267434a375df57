import type { ProviderRow } from "./provider-row.ts";

export const deepseek: ProviderRow = {
  id: "deepseek",
  label: "DeepSeek",
  protocol: "openai-chat",
  baseUrl: "https://api.deepseek.com/v1",
  keyVariables: ["DEEPSEEK_API_KEY"],
  needsKey: true,
  defaultModel: "deepseek-v4-pro",
  dialect: { requiresReasoning: true, lacksJsonSchema: true },
};
