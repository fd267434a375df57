/** Keys say whose they are by how they begin; the longest beginning first. */
const beginnings: readonly (readonly [string, string])[] = [
  ["sk-ant-", "anthropic"],
  ["sk-or-", "openrouter"],
  ["sk-proj-", "openai-native"],
  ["AIza", "gemini"],
  ["gsk_", "groq"],
  ["xai-", "xai"],
  ["csk-", "cerebras"],
  ["fw_", "fireworks"],
  ["hf_", "huggingface"],
  ["nvapi-", "nvidia"],
  ["pplx-", "perplexity"],
];

export function guessProvider(key: string): string | undefined {
  return beginnings.find(([beginning]) => key.startsWith(beginning))?.[1];
}
