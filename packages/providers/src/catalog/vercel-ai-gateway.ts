import type { ProviderRow } from "./provider-row.ts";

export const vercelAiGateway: ProviderRow = {
  id: "vercel-ai-gateway",
  aliases: ["vercel"],
  label: "Vercel AI Gateway",
  protocol: "openai-chat",
  baseUrl: "https://ai-gateway.vercel.sh/v1",
  keyVariables: ["AI_GATEWAY_API_KEY", "VERCEL_AI_GATEWAY_API_KEY"],
  needsKey: true,
  defaultModel: "anthropic/claude-sonnet-5.5",
  dialect: { reasoningField: "object", hasReasoningDetails: true, passesCacheControl: true },
};
