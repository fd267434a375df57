import { anthropic } from "./anthropic.ts";
import { azure, azureResponses } from "./azure.ts";
import { baseten } from "./baseten.ts";
import { bedrock } from "./bedrock.ts";
import { cerebras } from "./cerebras.ts";
import { chutes } from "./chutes.ts";
import { cloudflare } from "./cloudflare.ts";
import { cohere } from "./cohere.ts";
import { deepinfra } from "./deepinfra.ts";
import { deepseek } from "./deepseek.ts";
import { doubao } from "./doubao.ts";
import { featherless } from "./featherless.ts";
import { fireworks } from "./fireworks.ts";
import { gemini } from "./gemini.ts";
import { github } from "./github.ts";
import { groq } from "./groq.ts";
import { huggingface } from "./huggingface.ts";
import { humanRelay } from "./human-relay.ts";
import { ioIntelligence } from "./io-intelligence.ts";
import { litellm } from "./litellm.ts";
import { lmstudio } from "./lmstudio.ts";
import { meta } from "./meta.ts";
import { minimax } from "./minimax.ts";
import { mistral } from "./mistral.ts";
import { moonshot } from "./moonshot.ts";
import { nebius } from "./nebius.ts";
import { novita } from "./novita.ts";
import { nvidia } from "./nvidia.ts";
import { ollama } from "./ollama.ts";
import { openai } from "./openai.ts";
import { openaiCompatible } from "./openai-compatible.ts";
import { openaiNative } from "./openai-native.ts";
import { opencode } from "./opencode.ts";
import { openrouter } from "./openrouter.ts";
import { perplexity } from "./perplexity.ts";
import { poe } from "./poe.ts";
import type { ProviderRow } from "./provider-row.ts";
import { qwen } from "./qwen.ts";
import { replay } from "./replay.ts";
import { requesty } from "./requesty.ts";
import { sambanova } from "./sambanova.ts";
import { together } from "./together.ts";
import { unbound } from "./unbound.ts";
import { vercelAiGateway } from "./vercel-ai-gateway.ts";
import { vertex } from "./vertex.ts";
import { vertexClaude } from "./vertex-claude.ts";
import { xai } from "./xai.ts";
import { xiaomi } from "./xiaomi.ts";
import { zai } from "./zai.ts";

/** In the order in which a provider is chosen by default. */
export const providerCatalog: readonly ProviderRow[] = [
  // vendors of their own models
  anthropic,
  openaiNative,
  openai,
  gemini,
  deepseek,
  mistral,
  xai,
  moonshot,
  minimax,
  qwen,
  zai,
  xiaomi,
  meta,
  cohere,
  perplexity,
  doubao,
  // gateways to many vendors
  openrouter,
  vercelAiGateway,
  requesty,
  unbound,
  litellm,
  poe,
  opencode,
  github,
  // hosts of open models
  groq,
  cerebras,
  fireworks,
  together,
  sambanova,
  deepinfra,
  nebius,
  baseten,
  novita,
  nvidia,
  chutes,
  featherless,
  ioIntelligence,
  huggingface,
  cloudflare,
  azure,
  azureResponses,
  vertex,
  vertexClaude,
  bedrock,
  // on this machine, or at a configured address
  ollama,
  lmstudio,
  openaiCompatible,
  humanRelay,
  replay,
];

/** By id or alias. */
export function findRow(name: string): ProviderRow | undefined {
  return providerCatalog.find(({ id, aliases }) => id === name || aliases?.includes(name));
}
