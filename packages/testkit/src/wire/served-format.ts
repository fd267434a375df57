import type { Message, ProviderSettings } from "@roo-code/types";

/** A call of a model: the arguments are any text, valid JSON or not. */
export interface WireCall {
  /** Default: an id as the format has it; formats without ids ignore it. */
  readonly id?: string;
  readonly name: string;
  readonly arguments: string;
}

/** A vendor-neutral reply. */
export interface WireReply {
  readonly reasoning?: string;
  /** The signature of the reasoning, for formats that have one. */
  readonly signature?: string;
  readonly text?: string;
  readonly image?: { readonly mediaType: string; readonly data: string };
  readonly calls?: readonly WireCall[];
  readonly usage?: WireUsage;
  /** Default: `tool-calls` with calls, else `end`. */
  readonly stop?: "end" | "tool-calls" | "length" | "filtered";
  /** An error within the stream, in place of its end. */
  readonly error?: WireFailure;
}

/** `input` is the whole prompt, `cacheRead` and `cacheWrite` parts of it; `reasoning` is a part of `output`. */
export interface WireUsage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  readonly reasoning?: number;
}

export type WireFailure =
  | "bad_request"
  | "unauthorized"
  | "insufficient_credit"
  | "model_not_found"
  | "context_overflow"
  | "rate_limited"
  | "overloaded"
  | "server_error";

/** A vendor-neutral request, without parts that the format does not support. */
export interface WireRequest {
  readonly model: string | undefined;
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: readonly string[];
}

/** One vendor's side of a wire format, implemented from its documentation alone, independent of our client. */
export interface ServedFormat {
  readonly id: string;
  /** Settings for a client of a server at this address. */
  settings(origin: string): ProviderSettings;
  readonly contentType: string;
  /** The encoded events of a reply; text and arguments come in pieces of a few characters. */
  frames(reply: WireReply): Uint8Array[];
  /** A frame that only keeps the connection alive, if the format has one. */
  readonly keepAlive?: Uint8Array;
  /** How the vendor refuses a request, before any stream. */
  refusal(failure: WireFailure): {
    readonly status: number;
    readonly body: string;
    readonly headers?: Record<string, string>;
  };
  /** The conversation as the vendor reads it. Throws where the vendor would refuse the request. */
  readRequest(request: { readonly path: string; readonly body: Record<string, unknown> }): WireRequest;
}
