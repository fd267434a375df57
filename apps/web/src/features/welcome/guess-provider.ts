/** Providers by the prefix of their keys. */
const keyPrefixes: readonly (readonly [string, string])[] = [
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
  return keyPrefixes.find(([prefix]) => key.startsWith(prefix))?.[1];
}
