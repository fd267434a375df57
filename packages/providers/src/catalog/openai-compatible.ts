import type { ProviderRow } from "./provider-row.ts";

export const openaiCompatible: ProviderRow = {
  id: "openai-compatible",
  aliases: ["openai-generic"],
  label: "OpenAI-compatible server",
  protocol: "openai-chat",
  // Not OPENAI_API_KEY: a key is never sent to another vendor's server.
  keyVariables: ["OPENAI_COMPATIBLE_API_KEY"],
  needsKey: false,
};
