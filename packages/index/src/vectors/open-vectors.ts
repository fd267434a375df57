import { type EmbeddingSettings, RooError } from "@roo-code/types";
import type { IndexDatabase } from "../database/index-database.ts";
import { EmbeddedVectors } from "./embedded-vectors.ts";
import { PgvectorVectors } from "./pgvector-vectors.ts";
import { postgresAddress } from "./postgres-address.ts";
import { QdrantVectors } from "./qdrant-vectors.ts";
import type { VectorStore } from "./vector-store.ts";

/** `key` names the workspace among others in the same store. */
export type OpenVectors = (index: { readonly database: IndexDatabase; readonly key: string }) => VectorStore;

/** The store from the settings; the index's own file by default. Throws `RooError` for a missing setting. */
export function chooseVectors(
  settings: EmbeddingSettings,
  environment: Readonly<Record<string, string | undefined>>,
): OpenVectors {
  const { store = "embedded", storeUrl: url } = settings;
  if (store === "embedded") return ({ database }) => new EmbeddedVectors(database);
  if (!url) throw missingUrl(store);
  if (store === "qdrant") {
    return ({ key }) => new QdrantVectors({ url, key: environment.QDRANT_API_KEY, collection: `roo-${key}` });
  }
  const address = postgresAddress(url, environment);
  return ({ key }) => new PgvectorVectors({ address, key });
}

const exampleUrls = { qdrant: "http://localhost:6333", pgvector: "postgres://me@localhost:5432/code" };

function missingUrl(store: keyof typeof exampleUrls): RooError {
  const example = JSON.stringify({ store, storeUrl: exampleUrls[store] });
  return new RooError({
    code: "store_incomplete",
    message: `The vector store ${store} needs embeddings.storeUrl.`,
    next: `Set it, such as: roo config set embeddings '${example}'`,
  });
}
