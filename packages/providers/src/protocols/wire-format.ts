import type { IncomingHttpHeaders } from "node:http";
import type { ApiChunk, ModelRequest, ProviderError } from "@roo-code/types";
import type { CallIds } from "../call-ids.ts";
import type { JsonRecord } from "../json-value.ts";
import type { Quote } from "../redact.ts";

/** A vendor's format: everything about it except how bytes travel. */
export interface WireFormat {
  /** As a person would say it: "chat completions". */
  readonly name: string;
  readonly url: URL;
  /** All but those that say who sends it. */
  readonly headers: Readonly<Record<string, string>>;
  /** The pieces of the body. */
  encode(request: ModelRequest): readonly Buffer[];
  /** The chunks of a reply, without an end if it was cut off. Throws `ProviderError`. */
  decode(bytes: AsyncIterable<Uint8Array>, context: DecodeContext): AsyncIterable<ApiChunk>;
  /** What an error means to someone who knows the vendor; absent: what its status and common words tell. */
  explain?(error: ProviderError, said: VendorWords): ProviderError;
}

/** What came with an error: text for a refusal, an object for an error within a stream, which has no headers. */
export interface VendorWords {
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

export interface DecodeContext {
  readonly request: ModelRequest;
  readonly ids: CallIds;
  readonly maxBytes: number;
  readonly quote: Quote;
  /** Called for every event that says something, so that a stall is noticed. */
  readonly onEvent: () => void;
  /** What an error object within the stream means. */
  readonly toError: (body: JsonRecord) => ProviderError;
}
