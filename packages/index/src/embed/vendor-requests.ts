import type { EmbeddingRequest } from "./http-embedder.ts";

export interface RequestOptions {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly model: string;
  readonly key: string | undefined;
  readonly dimensions: number | undefined;
  /** The vendor's name for the number of dimensions. */
  readonly dimensionsField?: string;
}

export function openAiRequest(options: RequestOptions): EmbeddingRequest {
  const { baseUrl, model, key, dimensions, dimensionsField = "dimensions" } = options;
  return {
    url: `${baseUrl}/embeddings`,
    headers: bearer(key),
    body: (input) => ({ model, input, [dimensionsField]: dimensions }),
    vectors: (answer) =>
      listIn(answer, "data")
        .toSorted((left, right) => numberIn(left, "index") - numberIn(right, "index"))
        .map((item) => numbersIn(item, "embedding")),
  };
}

export function ollamaRequest({ baseUrl, model, key, dimensions }: RequestOptions): EmbeddingRequest {
  return {
    url: `${baseUrl}/api/embed`,
    headers: bearer(key),
    body: (input) => ({ model, input, truncate: true, dimensions }),
    vectors: (answer) => listIn(answer, "embeddings").map((vector) => onlyNumbers(vector)),
  };
}

/** Less than the model's own 3,072 dimensions: a quarter of the space at nearly the same quality. */
const geminiDimensions = 768;

export function geminiRequest({ baseUrl, model, key, dimensions }: RequestOptions): EmbeddingRequest {
  const name = model.startsWith("models/") ? model : `models/${model}`;
  return {
    url: `${baseUrl}/${name}:batchEmbedContents`,
    headers: key ? { "x-goog-api-key": key } : {},
    body: (texts, purpose) => ({
      requests: texts.map((text) => ({
        model: name,
        content: { parts: [{ text }] },
        taskType: purpose === "question" ? "CODE_RETRIEVAL_QUERY" : "RETRIEVAL_DOCUMENT",
        outputDimensionality: dimensions ?? geminiDimensions,
      })),
    }),
    vectors: (answer) => listIn(answer, "embeddings").map((item) => numbersIn(item, "values")),
  };
}

function bearer(key: string | undefined): Record<string, string> {
  return key ? { authorization: `Bearer ${key}` } : {};
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function listIn(value: unknown, name: string): readonly unknown[] {
  const list = memberOf(value, name);
  return Array.isArray(list) ? list : [];
}

function numberIn(value: unknown, name: string): number {
  const number = memberOf(value, name);
  return typeof number === "number" ? number : 0;
}

function numbersIn(value: unknown, name: string): readonly number[] {
  return onlyNumbers(memberOf(value, name));
}

function onlyNumbers(value: unknown): readonly number[] {
  return Array.isArray(value) && value.every((number) => Number.isFinite(number)) ? value : [];
}
