import type { ProviderRow } from "./provider-row.ts";

export const novita: ProviderRow = {
  id: "novita",
  aliases: ["novita-ai"],
  label: "Novita AI",
  protocol: "openai-chat",
  baseUrl: "https://api.novita.ai/v3/openai",
  keyVariables: ["NOVITA_API_KEY"],
  needsKey: true,
};
