import type { ProviderRow } from "./provider-row.ts";

export const deepinfra: ProviderRow = {
  id: "deepinfra",
  label: "DeepInfra",
  protocol: "openai-chat",
  baseUrl: "https://api.deepinfra.com/v1/openai",
  keyVariables: ["DEEPINFRA_API_KEY", "DEEPINFRA_TOKEN"],
  needsKey: true,
  defaultModel: "openai/gpt-oss-120b",
};
