import type { ProviderRow } from "./provider-row.ts";

export const together: ProviderRow = {
  id: "together",
  aliases: ["togetherai", "together-ai"],
  label: "Together AI",
  protocol: "openai-chat",
  baseUrl: "https://api.together.ai/v1",
  keyVariables: ["TOGETHER_API_KEY", "TOGETHERAI_API_KEY"],
  needsKey: true,
  defaultModel: "zai-org/GLM-5.3",
};
