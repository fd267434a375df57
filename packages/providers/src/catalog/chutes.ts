import type { ProviderRow } from "./provider-row.ts";

export const chutes: ProviderRow = {
  id: "chutes",
  label: "Chutes",
  protocol: "openai-chat",
  baseUrl: "https://llm.chutes.ai/v1",
  keyVariables: ["CHUTES_API_KEY", "CHUTES_API_TOKEN"],
  needsKey: true,
};
