export { type ChunkSource, createApiStream } from "./api-stream.ts";
export { CallIds } from "./call-ids.ts";
export { providerCatalog } from "./catalog/index.ts";
export type { ProviderRow } from "./catalog/provider-row.ts";
export type { ReplyLimits } from "./protocols/protocol.ts";
export { RooClient, type RooClientOptions } from "./roo-client.ts";
export { systemClock } from "./system-clock.ts";
