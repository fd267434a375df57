import { type EmbeddingSettings, RooError } from "@roo-code/types";
import type { Embedder } from "./embedder.ts";
import { type HttpEmbedderOptions, httpEmbedder } from "./http-embedder.ts";
import { localEmbedder } from "./local-embedder.ts";
import { geminiRequest, ollamaRequest, openAiRequest } from "./vendor-requests.ts";

type EmbedderName = NonNullable<EmbeddingSettings["embedder"]>;

export interface EmbedderOptions {
  /** Keys come from the environment, never from the settings. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly wait?: HttpEmbedderOptions["wait"];
}

interface Vendor {
  readonly label: string;
  /** The first of these variables that is set holds the key. */
  readonly keys: readonly string[];
  readonly needsKey: boolean;
  readonly baseUrl?: string;
  readonly model?: string;
  readonly batchSize: number;
  readonly request: typeof openAiRequest;
}

const vendors: Readonly<Record<Exclude<EmbedderName, "local">, Vendor>> = {
  openai: {
    label: "OpenAI",
    keys: ["OPENAI_API_KEY"],
    needsKey: true,
    baseUrl: "https://api.openai.com/v1",
    model: "text-embedding-3-small",
    batchSize: 96,
    request: openAiRequest,
  },
  gemini: {
    label: "Gemini",
    keys: ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
    needsKey: true,
    baseUrl: "https://generativelanguage.googleapis.com/v1beta",
    model: "gemini-embedding-001",
    batchSize: 64,
    request: geminiRequest,
  },
  mistral: {
    label: "Mistral",
    keys: ["MISTRAL_API_KEY"],
    needsKey: true,
    baseUrl: "https://api.mistral.ai/v1",
    model: "codestral-embed",
    batchSize: 32,
    request: (options) => openAiRequest({ ...options, dimensionsField: "output_dimension" }),
  },
  ollama: {
    label: "Ollama",
    keys: ["OLLAMA_API_KEY"],
    needsKey: false,
    baseUrl: "http://127.0.0.1:11434",
    model: "nomic-embed-text",
    batchSize: 32,
    request: ollamaRequest,
  },
  "openai-compatible": {
    label: "The embeddings server",
    keys: ["ROO_EMBEDDINGS_API_KEY"],
    needsKey: false,
    batchSize: 64,
    request: openAiRequest,
  },
};

/** The embedder from the settings; the built-in one by default. Throws `RooError` for a missing setting or key. */
export function openEmbedder(settings: EmbeddingSettings, { environment, wait }: EmbedderOptions): Embedder {
  const { embedder: name = "local", dimensions } = settings;
  if (name === "local") return localEmbedder;
  const vendor = vendors[name];
  const baseUrl = settings.baseUrl ?? vendor.baseUrl;
  const model = settings.model ?? vendor.model;
  if (!baseUrl || !model) throw missingSetting(name, baseUrl ? "model" : "baseUrl");
  const key = vendor.keys.map((variable) => environment[variable]).find(Boolean);
  if (!key && vendor.needsKey) throw missingKey(vendor);
  const request = vendor.request({ baseUrl: baseUrl.replace(/\/+$/, ""), model, key, dimensions });
  const { label, batchSize } = vendor;
  return httpEmbedder({ vendor: label, model, request, batchSize, key, wait });
}

function missingSetting(name: string, key: string): RooError {
  return new RooError({
    code: "embedder_incomplete",
    message: `The embedder ${name} needs embeddings.${key}.`,
    next: `Set it: roo config set embeddings '{"embedder":"${name}","${key}":"…"}'`,
  });
}

function missingKey({ label, keys }: Vendor): RooError {
  return new RooError({
    code: "no_key",
    message: `The code index uses ${label}, but no API key for it is set.`,
    next: `Set ${keys.join(" or ")} in the environment, or use the built-in embedder: local.`,
  });
}
