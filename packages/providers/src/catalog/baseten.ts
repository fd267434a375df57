import type { ProviderRow } from "./provider-row.ts";

export const baseten: ProviderRow = {
  id: "baseten",
  label: "Baseten",
  protocol: "openai-chat",
  baseUrl: "https://inference.baseten.co/v1",
  keyVariables: ["BASETEN_API_KEY"],
  needsKey: true,
  defaultModel: "zai-org/GLM-5.3",
};
