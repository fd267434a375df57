import type { ProviderRow } from "../catalog/provider-row.ts";
import type { Protocol, ProtocolOptions } from "./protocol.ts";

/** Each is loaded when it is first used: a run with one provider never pays for the others. */
export const protocols: Record<ProviderRow["protocol"], (options: ProtocolOptions) => Promise<Protocol>> = {
  "openai-chat": async (options) => (await import("./openai-chat.ts")).createOpenAiChat(options),
  replay: async (options) => (await import("./replay.ts")).createReplay(options),
};
