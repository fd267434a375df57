import type { ProviderRow } from "./provider-row.ts";

/** The model is the name of a deployment. */
const common = {
  auth: { header: "api-key" },
  baseUrlVariables: ["AZURE_OPENAI_BASE_URL", "AZURE_OPENAI_ENDPOINT"],
  keyVariables: ["AZURE_OPENAI_API_KEY"],
  needsKey: true,
  isAzure: true,
} as const;

export const azure: ProviderRow = {
  id: "azure",
  aliases: ["azure-openai"],
  label: "Azure OpenAI",
  protocol: "openai-chat",
  ...common,
  dialect: { maxTokensName: "max_completion_tokens" },
};

export const azureResponses: ProviderRow = {
  id: "azure-responses",
  label: "Azure OpenAI (responses)",
  protocol: "openai-responses",
  ...common,
};
