import type { ProviderRow } from "./provider-row.ts";

export const groq: ProviderRow = {
  id: "groq",
  label: "Groq",
  protocol: "openai-chat",
  baseUrl: "https://api.groq.com/openai/v1",
  keyVariables: ["GROQ_API_KEY"],
  needsKey: true,
  defaultModel: "openai/gpt-oss-120b",
};
