import type { ProviderRow } from "./provider-row.ts";

export const requesty: ProviderRow = {
  id: "requesty",
  label: "Requesty",
  protocol: "openai-chat",
  baseUrl: "https://router.requesty.ai/v1",
  keyVariables: ["REQUESTY_API_KEY"],
  needsKey: true,
  defaultModel: "anthropic/claude-sonnet-4-5",
  headers: { "x-title": "Roo Code" },
};
