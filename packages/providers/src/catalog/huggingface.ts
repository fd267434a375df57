import type { ProviderRow } from "./provider-row.ts";

export const huggingface: ProviderRow = {
  id: "huggingface",
  label: "Hugging Face",
  protocol: "openai-chat",
  baseUrl: "https://router.huggingface.co/v1",
  keyVariables: ["HF_TOKEN", "HUGGINGFACE_API_KEY"],
  needsKey: true,
};
