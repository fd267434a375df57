import { commonHeaders, endpointOf } from "../endpoint.ts";
import { createHttpProtocol } from "../http-protocol.ts";
import type { Protocol, ProtocolOptions } from "../protocol.ts";
import { explainOllamaError } from "./ollama-error.ts";
import { createOllamaEncoder } from "./ollama-request.ts";
import { decodeOllamaStream } from "./ollama-stream.ts";

/** Ollama's own chat: unlike its imitation of OpenAI's, it can be told the size of the context. */
export function createOllama(options: ProtocolOptions): Protocol {
  const { connection } = options;
  const encoder = createOllamaEncoder(connection);
  return createHttpProtocol(options, {
    name: "Ollama's chat",
    url: endpointOf(connection, "/api/chat"),
    headers: { ...commonHeaders(connection), accept: "application/x-ndjson, application/json" },
    encode: (request) => encoder.encode(request),
    decode: decodeOllamaStream,
    explain: (error) => explainOllamaError(error, connection),
  });
}
