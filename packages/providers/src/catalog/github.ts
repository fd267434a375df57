import type { ProviderRow } from "./provider-row.ts";

export const github: ProviderRow = {
  id: "github",
  aliases: ["github-models"],
  label: "GitHub Models",
  protocol: "openai-chat",
  baseUrl: "https://models.github.ai/inference",
  // Not GITHUB_TOKEN: it is set in many places for other purposes, and this provider would be chosen there.
  keyVariables: ["GITHUB_MODELS_TOKEN"],
  needsKey: true,
  defaultModel: "openai/gpt-4.1",
};
