import type { ProviderRow } from "../catalog/provider-row.ts";
import type { Protocol, ProtocolOptions } from "./protocol.ts";

/** Each is loaded on first use, so that a run loads only its own provider. */
export const protocols: Record<ProviderRow["protocol"], (options: ProtocolOptions) => Promise<Protocol>> = {
  "openai-chat": async (options) => (await import("./openai-chat/openai-chat.ts")).createOpenAiChat(options),
  "openai-responses": async (options) =>
    (await import("./openai-responses/openai-responses.ts")).createOpenAiResponses(options),
  anthropic: async (options) => (await import("./anthropic/anthropic.ts")).createAnthropic(options),
  gemini: async (options) => (await import("./gemini/gemini.ts")).createGemini(options),
  bedrock: async (options) => (await import("./bedrock/bedrock.ts")).createBedrock(options),
  ollama: async (options) => (await import("./ollama/ollama.ts")).createOllama(options),
  "human-relay": async (options) => (await import("./human-relay/human-relay.ts")).createHumanRelay(options),
  replay: async (options) => (await import("./replay/replay.ts")).createReplay(options),
};
