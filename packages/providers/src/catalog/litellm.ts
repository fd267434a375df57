import type { ProviderRow } from "./provider-row.ts";

export const litellm: ProviderRow = {
  id: "litellm",
  label: "LiteLLM",
  protocol: "openai-chat",
  baseUrl: "http://127.0.0.1:4000/v1",
  baseUrlVariables: ["LITELLM_BASE_URL", "LITELLM_PROXY_API_BASE"],
  keyVariables: ["LITELLM_API_KEY"],
  needsKey: false,
  dialect: { passesCacheControl: true },
};
