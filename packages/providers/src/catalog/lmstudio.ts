import type { ProviderRow } from "./provider-row.ts";

export const lmstudio: ProviderRow = {
  id: "lmstudio",
  aliases: ["lm-studio"],
  label: "LM Studio",
  protocol: "openai-chat",
  baseUrl: "http://127.0.0.1:1234/v1",
  baseUrlVariables: ["LMSTUDIO_BASE_URL"],
  keyVariables: ["LMSTUDIO_API_KEY"],
  needsKey: false,
  isLocal: true,
};
