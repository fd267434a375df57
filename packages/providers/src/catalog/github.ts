import type { ProviderRow } from "./provider-row.ts";

export const github: ProviderRow = {
  id: "github",
  aliases: ["github-models"],
  label: "GitHub Models",
  protocol: "openai-chat",
  baseUrl: "https://models.github.ai/inference",
  // Not GITHUB_TOKEN: it is often set for other purposes, and this provider would then be chosen.
  keyVariables: ["GITHUB_MODELS_TOKEN"],
  needsKey: true,
  defaultModel: "openai/gpt-4.1",
};
