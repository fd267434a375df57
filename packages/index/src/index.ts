export { type BuildOptions, type CodeIndexOptions, createCodeIndex, type WorkspaceIndex } from "./code-index.ts";
export type { Embedder } from "./embed/embedder.ts";
export { localEmbedder } from "./embed/local-embedder.ts";
export { hasIndex, type IndexStatus } from "./open-index.ts";
export type { SearchHalves } from "./search/search-index.ts";
export { createOutline } from "./syntax/outline.ts";
export type { BuildProgress } from "./update/index-builder.ts";
