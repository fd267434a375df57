import type { ProviderRow } from "./provider-row.ts";

export const qwen: ProviderRow = {
  id: "qwen",
  aliases: ["dashscope", "alibaba"],
  label: "Alibaba Qwen",
  protocol: "openai-chat",
  baseUrl: "https://dashscope-intl.aliyuncs.com/compatible-mode/v1",
  baseUrlVariables: ["DASHSCOPE_BASE_URL"],
  keyVariables: ["DASHSCOPE_API_KEY", "QWEN_API_KEY"],
  needsKey: true,
  defaultModel: "qwen3-coder-plus",
};
