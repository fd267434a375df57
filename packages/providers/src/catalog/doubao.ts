import type { ProviderRow } from "./provider-row.ts";

export const doubao: ProviderRow = {
  id: "doubao",
  aliases: ["volcengine", "ark"],
  label: "Doubao",
  protocol: "openai-chat",
  baseUrl: "https://ark.cn-beijing.volces.com/api/v3",
  keyVariables: ["ARK_API_KEY", "DOUBAO_API_KEY"],
  needsKey: true,
};
