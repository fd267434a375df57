import type { ProviderRow } from "./provider-row.ts";

export const fireworks: ProviderRow = {
  id: "fireworks",
  aliases: ["fireworks-ai"],
  label: "Fireworks",
  protocol: "openai-chat",
  baseUrl: "https://api.fireworks.ai/inference/v1",
  keyVariables: ["FIREWORKS_API_KEY"],
  needsKey: true,
  defaultModel: "accounts/fireworks/models/kimi-k3",
};
