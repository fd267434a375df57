import type { ProviderRow } from "./provider-row.ts";

export const xiaomi: ProviderRow = {
  id: "xiaomi",
  aliases: ["mimo"],
  label: "Xiaomi MiMo",
  protocol: "openai-chat",
  baseUrl: "https://api.xiaomimimo.com/v1",
  keyVariables: ["XIAOMI_API_KEY", "MIMO_API_KEY"],
  needsKey: true,
  defaultModel: "mimo-v2.6-pro",
  dialect: { requiresReasoning: true },
};
