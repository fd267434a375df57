import { deepseek } from "./deepseek.ts";
import { groq } from "./groq.ts";
import { lmstudio } from "./lmstudio.ts";
import { mistral } from "./mistral.ts";
import { ollama } from "./ollama.ts";
import { openai } from "./openai.ts";
import { openaiCompatible } from "./openai-compatible.ts";
import { openrouter } from "./openrouter.ts";
import type { ProviderRow } from "./provider-row.ts";
import { replay } from "./replay.ts";

export const providerCatalog: readonly ProviderRow[] = [
  openai,
  openaiCompatible,
  openrouter,
  ollama,
  lmstudio,
  deepseek,
  groq,
  mistral,
  replay,
];
