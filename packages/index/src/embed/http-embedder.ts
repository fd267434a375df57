import { RooError } from "@roo-code/types";
import type { Embedder, EmbedOptions } from "./embedder.ts";
import { postJson } from "./post-json.ts";

/** The request format of one vendor. */
export interface EmbeddingRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  body(texts: readonly string[], purpose: EmbedOptions["purpose"]): unknown;
  /** The vectors in the order of the texts; none for a response that does not match the documentation. */
  vectors(answer: unknown): readonly (readonly number[])[];
}

export interface HttpEmbedderOptions {
  readonly vendor: string;
  readonly model: string;
  readonly request: EmbeddingRequest;
  readonly batchSize: number;
  /** Never shown, also not in errors. */
  readonly key: string | undefined;
  /** Waits between attempts; for tests. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Models ignore the rest, and some servers refuse longer texts. */
const maxCharacters = 8000;

/** An embedder behind HTTP: batches, retries, and a check that all vectors are of one length. */
export function httpEmbedder(options: HttpEmbedderOptions): Embedder {
  const { vendor, model, request, batchSize } = options;
  let dimensions: number | undefined;
  const embedBatch = async (texts: readonly string[], { purpose, signal }: EmbedOptions): Promise<Float32Array[]> => {
    const body = request.body(
      texts.map((text) => text.slice(0, maxCharacters)),
      purpose,
    );
    const answer = await postJson({ ...options, url: request.url, headers: request.headers, body, signal });
    const vectors = request.vectors(answer).map((vector) => Float32Array.from(vector));
    dimensions ??= vectors[0]?.length;
    const isValid =
      vectors.length === texts.length && vectors.every(({ length }) => length > 0 && length === dimensions);
    if (!isValid) throw badVectors(options, texts.length, dimensions);
    return vectors;
  };
  return {
    id: `${vendor}:${model}@${request.url}`,
    weight: 1,
    batchSize,
    async embed(texts, embedOptions) {
      const vectors: Float32Array[] = [];
      for (let start = 0; start < texts.length; start += batchSize) {
        vectors.push(...(await embedBatch(texts.slice(start, start + batchSize), embedOptions)));
      }
      return vectors;
    },
  };
}

function badVectors({ vendor, model }: HttpEmbedderOptions, count: number, dimensions: number | undefined): RooError {
  return new RooError({
    code: "bad_embeddings",
    message: `${vendor} did not return ${count} vectors of ${dimensions ?? "equal"} dimensions for the model ${model}.`,
    next: "Check embeddings.model and embeddings.baseUrl: the server must offer embeddings for that model.",
  });
}
