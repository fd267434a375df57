import { azureUrl, commonHeaders, endpointOf } from "../endpoint.ts";
import { createHttpProtocol } from "../http-protocol.ts";
import type { Protocol, ProtocolOptions } from "../protocol.ts";
import { ChatRequestEncoder } from "./chat-request.ts";
import { decodeChatStream } from "./chat-stream.ts";

/** Streamed chat completions, OpenAI's format that many servers speak. */
export function createOpenAiChat(options: ProtocolOptions): Protocol {
  const { connection } = options;
  const encoder = new ChatRequestEncoder(connection);
  return createHttpProtocol(options, {
    name: "chat completions",
    url: connection.row.isAzure
      ? azureUrl(connection, "/chat/completions")
      : endpointOf(connection, "/chat/completions"),
    headers: commonHeaders(connection),
    encode: (request) => encoder.encode(request),
    decode: decodeChatStream,
  });
}
