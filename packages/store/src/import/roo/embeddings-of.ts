import { type Plain, recordOf, textOf } from "../plain-value.ts";

/** Roo Code's settings of its code index under our names; undefined while it was switched off. */
export function embeddingsOf(value: unknown): Plain | undefined {
  const config = recordOf(value);
  if (config.codebaseIndexEnabled !== true) return undefined;
  const storeUrl = textOf(config.codebaseIndexQdrantUrl);
  const settings = {
    embedder: textOf(config.codebaseIndexEmbedderProvider),
    model: textOf(config.codebaseIndexEmbedderModelId),
    baseUrl: textOf(config.codebaseIndexOpenAiCompatibleBaseUrl) ?? textOf(config.codebaseIndexEmbedderBaseUrl),
    dimensions: config.codebaseIndexEmbedderModelDimension,
    ...(storeUrl !== undefined && { store: "qdrant", storeUrl }),
  };
  const given = Object.entries(settings).filter(([, found]) => found !== undefined);
  return given.length > 0 ? Object.fromEntries(given) : undefined;
}
