import type { ProviderRow } from "./provider-row.ts";

export const ollama: ProviderRow = {
  id: "ollama",
  label: "Ollama",
  protocol: "openai-chat",
  baseUrl: "http://127.0.0.1:11434/v1",
  keyVariables: ["OLLAMA_API_KEY"],
  needsKey: false,
};
