import type { ModelInfo } from "@roo-code/types";

/** Providers whose models come with the program; the value is the file they share with another. */
const files: Readonly<Record<string, string>> = {
  "azure-responses": "azure",
  "openai-native": "openai",
  "vertex-claude": "vertex",
};
const bundled: ReadonlySet<string> = new Set([
  "anthropic",
  "azure",
  "baseten",
  "bedrock",
  "cerebras",
  "cloudflare",
  "cohere",
  "deepseek",
  "fireworks",
  "gemini",
  "groq",
  "huggingface",
  "meta",
  "minimax",
  "mistral",
  "moonshot",
  "nvidia",
  "openai",
  "opencode",
  "openrouter",
  "perplexity",
  "qwen",
  "together",
  "vercel-ai-gateway",
  "vertex",
  "xai",
  "xiaomi",
  "zai",
]);

export interface ModelList {
  /** When it was taken, `2026-11-16`. */
  readonly date: string;
  readonly models: readonly ModelInfo[];
}

/** One provider's list, loaded when it is asked for; undefined where none comes with the program. */
export async function bundledModels(providerId: string): Promise<ModelList | undefined> {
  const name = Object.hasOwn(files, providerId) ? (files[providerId] ?? providerId) : providerId;
  if (!bundled.has(name)) return undefined;
  // The names are those of files that the generator writes, and a test reads every one of them.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const loaded = (await import(`./data/${name}.json`)) as { default: ModelList };
  return loaded.default;
}
