import { type EmbeddingSettings, RooError } from "@roo-code/types";
import type { IndexDatabase } from "../database/index-database.ts";
import { EmbeddedVectors } from "./embedded-vectors.ts";
import { QdrantVectors } from "./qdrant-vectors.ts";
import type { VectorStore } from "./vector-store.ts";

/** `key` names the workspace among others in the same store. */
export type OpenVectors = (index: { readonly database: IndexDatabase; readonly key: string }) => VectorStore;

export const openEmbeddedVectors: OpenVectors = ({ database }) => new EmbeddedVectors(database);

/** The store that settings name; the index's own file when they name none. Throws `RooError` for what is missing. */
export function chooseVectors(
  settings: EmbeddingSettings,
  environment: Readonly<Record<string, string | undefined>>,
): OpenVectors {
  if (settings.store !== "qdrant") return openEmbeddedVectors;
  const { storeUrl: url } = settings;
  if (!url) {
    throw new RooError({
      code: "store_incomplete",
      message: "The vector store qdrant needs embeddings.storeUrl.",
      next: `Set it, such as: roo config set embeddings '{"store":"qdrant","storeUrl":"http://localhost:6333"}'`,
    });
  }
  return ({ key }) => new QdrantVectors({ url, key: environment.QDRANT_API_KEY, collection: `roo-${key}` });
}
