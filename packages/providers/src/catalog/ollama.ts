import { readOllamaAddress } from "../protocols/ollama/ollama-address.ts";
import type { ProviderRow } from "./provider-row.ts";

export const ollama: ProviderRow = {
  id: "ollama",
  label: "Ollama",
  protocol: "ollama",
  baseUrl: "http://127.0.0.1:11434",
  baseUrlVariables: ["OLLAMA_HOST"],
  readAddress: readOllamaAddress,
  keyVariables: ["OLLAMA_API_KEY"],
  needsKey: false,
  isLocal: true,
};
