import type { ProviderRow } from "./provider-row.ts";

export const minimax: ProviderRow = {
  id: "minimax",
  label: "MiniMax",
  protocol: "anthropic",
  baseUrl: "https://api.minimax.io/anthropic",
  baseUrlVariables: ["MINIMAX_BASE_URL"],
  keyVariables: ["MINIMAX_API_KEY"],
  needsKey: true,
  defaultModel: "MiniMax-M2.7",
};
