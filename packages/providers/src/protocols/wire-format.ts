import type { IncomingHttpHeaders } from "node:http";
import type { ApiChunk, ModelRequest, ProviderError } from "@roo-code/types";
import type { CallIds } from "../call-ids.ts";
import type { JsonRecord } from "../json-value.ts";
import type { Quote } from "../redact.ts";

/** A vendor's format, without the transport. */
export interface WireFormat {
  /** For messages: "chat completions". */
  readonly name: string;
  readonly url: URL;
  /** Without authentication. */
  readonly headers: Readonly<Record<string, string>>;
  /** The pieces of the body. */
  encode(request: ModelRequest): readonly Buffer[];
  /** The chunks of a reply, without an end if it was truncated. Throws `ProviderError`. */
  decode(bytes: AsyncIterable<Uint8Array>, context: DecodeContext): AsyncIterable<ApiChunk>;
  /** Refines an error with knowledge of the vendor. */
  explain?(error: ProviderError, response: ErrorResponse): ProviderError;
}

/** The response of an error: text for a rejected request, an object for an error within a stream, which has no headers. */
export interface ErrorResponse {
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

export interface DecodeContext {
  readonly request: ModelRequest;
  readonly ids: CallIds;
  readonly maxBytes: number;
  readonly quote: Quote;
  /** Called for every event except keep-alives, to detect a stall. */
  readonly onEvent: () => void;
  /** Converts an error object within the stream. */
  readonly toError: (body: JsonRecord) => ProviderError;
}
