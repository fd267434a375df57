import type { ProviderRow } from "./provider-row.ts";

export const openai: ProviderRow = {
  id: "openai",
  label: "OpenAI",
  protocol: "openai-chat",
  baseUrl: "https://api.openai.com/v1",
  baseUrlVariables: ["OPENAI_BASE_URL"],
  keyVariables: ["OPENAI_API_KEY"],
  needsKey: true,
  dialect: { maxTokensName: "max_completion_tokens" },
};
