import type { ModelInfo } from "@roo-code/types";

/** Providers that share the file of another provider. */
const sharedFiles: Readonly<Record<string, string>> = {
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
  /** The date of the list, `2026-11-16`. */
  readonly date: string;
  readonly models: readonly ModelInfo[];
}

/** One provider's bundled list, loaded on demand; undefined if there is none. */
export async function bundledModels(providerId: string): Promise<ModelList | undefined> {
  const name = Object.hasOwn(sharedFiles, providerId) ? (sharedFiles[providerId] ?? providerId) : providerId;
  if (!bundled.has(name)) return undefined;
  // The generator writes these files, and a test reads all of them.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const loaded = (await import(`./data/${name}.json`)) as { default: ModelList };
  return loaded.default;
}
