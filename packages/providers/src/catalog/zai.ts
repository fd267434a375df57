import type { ProviderRow } from "./provider-row.ts";

export const zai: ProviderRow = {
  id: "zai",
  aliases: ["z-ai", "glm"],
  label: "Z.ai",
  protocol: "openai-chat",
  baseUrl: "https://api.z.ai/api/paas/v4",
  keyVariables: ["ZAI_API_KEY", "Z_AI_API_KEY"],
  needsKey: true,
  defaultModel: "glm-5.3",
};
