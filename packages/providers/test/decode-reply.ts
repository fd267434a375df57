import { modelRequest } from "@roo-code/testkit/model-request";
import { type ApiStream, type FinalMessage, type ModelRequest, ProviderError } from "@roo-code/types";
import { createApiStream } from "../src/api-stream.ts";
import { CallIds } from "../src/call-ids.ts";
import type { WireFormat } from "../src/protocols/wire-format.ts";
import { quoterFor } from "../src/redact.ts";

export interface Decoding {
  readonly request?: Partial<ModelRequest>;
  readonly onEvent?: () => void;
}

/** What a format's decoder makes of a reply. An error within it becomes a `server_error` that quotes it. */
export function streamReply(
  decode: WireFormat["decode"],
  sent: string | Buffer,
  { request: over = {}, onEvent = () => {} }: Decoding = {},
): ApiStream {
  const request = modelRequest(over);
  const context = {
    request,
    ids: new CallIds(request),
    maxBytes: 1_000_000,
    quote: quoterFor(undefined),
    onEvent,
    toError: (body: object) => new ProviderError({ code: "server_error", message: JSON.stringify(body) }),
  };
  return createApiStream(request.signal, () => decode(inOnePiece(sent), context));
}

export function decodeReply(
  decode: WireFormat["decode"],
  sent: string | Buffer,
  decoding?: Decoding,
): Promise<FinalMessage> {
  return streamReply(decode, sent, decoding).getFinalMessage();
}

async function* inOnePiece(sent: string | Buffer): AsyncGenerator<Uint8Array> {
  yield Buffer.from(sent);
}
