import { awsRegion } from "../../auth/aws.ts";
import { regionOf } from "../../base-url.ts";
import type { Connection } from "../../connection.ts";
import { commonHeaders, endpointOf } from "../endpoint.ts";
import { createHttpProtocol } from "../http-protocol.ts";
import type { Protocol, ProtocolOptions } from "../protocol.ts";
import { explainBedrockError } from "./bedrock-error.ts";
import { BedrockRequestEncoder } from "./bedrock-request.ts";
import { decodeBedrockStream } from "./bedrock-stream.ts";

/** ConverseStream, the format of all models on Amazon Bedrock. */
export function createBedrock(options: ProtocolOptions): Protocol {
  const { connection } = options;
  const encoder = new BedrockRequestEncoder(connection);
  return createHttpProtocol(options, {
    name: "Bedrock's ConverseStream",
    url: urlOf(connection),
    headers: { ...commonHeaders(connection), accept: "application/vnd.amazon.eventstream" },
    encode: (request) => encoder.encode(request),
    decode: decodeBedrockStream,
    explain: (error, response) => explainBedrockError(error, response, connection),
  });
}

/** Slashes and colons of an ARN are part of the id. */
export function urlOf(connection: Connection): URL {
  const { row, model, settings, environment } = connection;
  const url = endpointOf(connection, `/model/${encodeURIComponent(model)}/converse-stream`);
  const configured = regionOf(row, settings, environment);
  url.hostname = url.hostname.replace(`bedrock-runtime.${configured}.`, `bedrock-runtime.${awsRegion(connection)}.`);
  return url;
}
