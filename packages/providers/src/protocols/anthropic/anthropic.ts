import type { Connection } from "../../connection.ts";
import { commonHeaders } from "../endpoint.ts";
import { createHttpProtocol } from "../http-protocol.ts";
import type { Protocol, ProtocolOptions } from "../protocol.ts";
import { isOnVertex, messagesUrl, originOf } from "./claude-model.ts";
import { forcedTool, MessagesRequestEncoder } from "./messages-request.ts";
import { decodeMessagesStream } from "./messages-stream.ts";
import { thinkingFor } from "./thinking.ts";

const tokenVariable = "ANTHROPIC_AUTH_TOKEN";

/** Streamed messages, Anthropic's format; also Claude in Google's cloud. */
export function createAnthropic(options: ProtocolOptions): Protocol {
  const connection = withTokenAsBearer(options.connection);
  const origin = originOf(connection);
  const encoder = new MessagesRequestEncoder(connection);
  return createHttpProtocol(
    { ...options, connection },
    {
      name: "Anthropic messages",
      url: messagesUrl(connection),
      headers: headersOf(connection),
      encode: (request) => encoder.encode(request),
      decode: (bytes, { request, ...context }) =>
        decodeMessagesStream(bytes, { ...context, origin, outputTool: forcedTool(connection, request)?.name }),
    },
  );
}

/** A gateway's token is sent in another header than a key. */
function withTokenAsBearer(connection: Connection): Connection {
  const { row, apiKey, environment } = connection;
  const isToken = row.keyVariables.includes(tokenVariable) && apiKey === environment[tokenVariable]?.trim();
  return isToken && apiKey ? { ...connection, row: { ...row, auth: "bearer" } } : connection;
}

/** Betas of the settings are kept beside ours. */
function headersOf(connection: Connection): Record<string, string> {
  const common = Object.entries(commonHeaders(connection)).map(([name, value]) => [name.toLowerCase(), value] as const);
  const headers: Record<string, string> = Object.fromEntries(common);
  const betas = [headers["anthropic-beta"], ...thinkingFor(connection).betas].filter((beta) => beta);
  return {
    ...(!isOnVertex(connection) && { "anthropic-version": "2023-06-01" }),
    ...headers,
    ...(betas.length > 0 && { "anthropic-beta": betas.join(",") }),
  };
}
