import { azureUrl, commonHeaders, endpointOf } from "../endpoint.ts";
import { createHttpProtocol } from "../http-protocol.ts";
import type { Protocol, ProtocolOptions } from "../protocol.ts";
import { ResponsesRequestEncoder } from "./responses-request.ts";
import { decodeResponses } from "./responses-stream.ts";

/** Streamed responses, OpenAI's newer format: reasoning is kept from turn to turn. */
export function createOpenAiResponses(options: ProtocolOptions): Protocol {
  const { connection } = options;
  const encoder = new ResponsesRequestEncoder(connection);
  return createHttpProtocol(options, {
    name: "responses",
    url: connection.row.isAzure ? azureUrl(connection, "/responses") : endpointOf(connection, "/responses"),
    headers: commonHeaders(connection),
    encode: (request) => encoder.encode(request),
    decode: decodeResponses,
  });
}
