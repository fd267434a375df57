import type { ProviderRow } from "./provider-row.ts";

export const opencode: ProviderRow = {
  id: "opencode",
  aliases: ["opencode-zen"],
  label: "OpenCode Zen",
  protocol: "openai-chat",
  baseUrl: "https://opencode.ai/inference/openai/v1",
  keyVariables: ["OPENCODE_API_KEY"],
  needsKey: true,
  defaultModel: "glm-5.3",
};
