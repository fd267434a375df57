import type { ProviderRow } from "./provider-row.ts";

export const nvidia: ProviderRow = {
  id: "nvidia",
  aliases: ["nvidia-nim"],
  label: "NVIDIA",
  protocol: "openai-chat",
  baseUrl: "https://integrate.api.nvidia.com/v1",
  keyVariables: ["NVIDIA_API_KEY", "NVIDIA_NIM_API_KEY"],
  needsKey: true,
  defaultModel: "nvidia/nemotron-3-ultra-550b-a55b",
};
