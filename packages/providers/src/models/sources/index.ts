import type { ProviderRow } from "../../catalog/provider-row.ts";
import { anthropicList } from "./anthropic-list.ts";
import { geminiList } from "./gemini-list.ts";
import { litellmList } from "./litellm-list.ts";
import { lmstudioList } from "./lmstudio-list.ts";
import type { ModelSource } from "./model-source.ts";
import { ollamaList } from "./ollama-list.ts";
import { gatewayList, openAiList, routerList, togetherList } from "./openai-list.ts";

const byProvider: Readonly<Record<string, ModelSource | undefined>> = {
  openrouter: gatewayList,
  "vercel-ai-gateway": gatewayList,
  requesty: routerList,
  unbound: routerList,
  together: togetherList,
  litellm: litellmList,
  lmstudio: lmstudioList,
  ollama: ollamaList,
  gemini: geminiList,
};

/** Their lists are elsewhere, need other permissions, or contain ids that cannot be used in requests. */
const withoutList: ReadonlySet<string> = new Set([
  "azure",
  "azure-responses",
  "bedrock",
  "cloudflare",
  "github",
  "vertex",
  "vertex-claude",
]);

/** undefined if the vendor's base URL has no list. */
export function modelSource({ id, protocol }: ProviderRow): ModelSource | undefined {
  if (byProvider[id]) return byProvider[id];
  if (withoutList.has(id)) return undefined;
  if (protocol === "anthropic") return anthropicList;
  return protocol === "openai-chat" || protocol === "openai-responses" ? openAiList : undefined;
}
