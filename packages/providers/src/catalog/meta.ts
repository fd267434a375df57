import type { ProviderRow } from "./provider-row.ts";

export const meta: ProviderRow = {
  id: "meta",
  aliases: ["muse"],
  label: "Meta",
  protocol: "openai-responses",
  baseUrl: "https://api.meta.ai/v1",
  keyVariables: ["META_API_KEY"],
  needsKey: true,
  defaultModel: "muse-spark-1.3",
};
