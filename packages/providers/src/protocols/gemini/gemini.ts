import type { Connection } from "../../connection.ts";
import { commonHeaders, endpointOf } from "../endpoint.ts";
import { createHttpProtocol } from "../http-protocol.ts";
import type { Protocol, ProtocolOptions } from "../protocol.ts";
import { GeminiRequestEncoder } from "./gemini-request.ts";
import { decodeGeminiStream } from "./gemini-stream.ts";

/** Google's `streamGenerateContent`, of the Gemini API and of Vertex AI. */
export function createGemini(options: ProtocolOptions): Protocol {
  const { connection } = options;
  const encoder = new GeminiRequestEncoder(connection);
  return createHttpProtocol(options, {
    name: "the Gemini API",
    url: urlOf(connection),
    headers: headersOf(connection),
    encode: (request) => encoder.encode(request),
    decode: decodeGeminiStream,
  });
}

function urlOf(connection: Connection): URL {
  // Google's own tools accept this base URL without a version.
  const version = /\/v\d/.test(connection.baseUrl?.pathname ?? "") ? "" : "/v1beta";
  const url = endpointOf(connection, `${version}${modelPath(connection.model)}:streamGenerateContent`);
  url.searchParams.set("alt", "sse");
  return url;
}

/** `gemini-2.5-pro`, or with its collection as in Google's lists: `models/…`, `tunedModels/…`. */
function modelPath(model: string): string {
  const [, collection = "models", name = model] = /^(models|tunedModels)\/(.+)$/.exec(model) ?? [];
  return `/${collection}/${encodeURIComponent(name)}`;
}

/** Vertex expects the tier in a header, the Gemini API in the body. */
function headersOf(connection: Connection): Record<string, string> {
  const { row, settings } = connection;
  const tier = row.auth === "google" ? settings.serviceTier : undefined;
  return { ...(tier && { "x-vertex-ai-llm-shared-request-type": tier }), ...commonHeaders(connection) };
}
