import type { ProviderRow } from "./provider-row.ts";

export const ioIntelligence: ProviderRow = {
  id: "io-intelligence",
  aliases: ["io-net"],
  label: "IO Intelligence",
  protocol: "openai-chat",
  baseUrl: "https://api.intelligence.io.solutions/api/v1",
  keyVariables: ["IOINTELLIGENCE_API_KEY", "IO_INTELLIGENCE_API_KEY"],
  needsKey: true,
  defaultModel: "meta-llama/Llama-3.3-70B-Instruct",
};
