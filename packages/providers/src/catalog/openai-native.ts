import type { ProviderRow } from "./provider-row.ts";

export const openaiNative: ProviderRow = {
  id: "openai-native",
  aliases: ["openai-responses"],
  label: "OpenAI (responses)",
  protocol: "openai-responses",
  baseUrl: "https://api.openai.com/v1",
  baseUrlVariables: ["OPENAI_BASE_URL"],
  keyVariables: ["OPENAI_API_KEY"],
  needsKey: true,
  defaultModel: "gpt-5.5",
};
