import type { Message, ProviderSettings } from "@roo-code/types";

/** A call as a model makes it: the arguments are text, whatever that text is. */
export interface WireCall {
  /** Absent: the format's usual kind of id; formats without ids ignore it. */
  readonly id?: string;
  readonly name: string;
  readonly arguments: string;
}

/** A reply in no vendor's words. */
export interface WireReply {
  readonly reasoning?: string;
  /** What signs the reasoning, where the format knows such. */
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

/** What a request says, in no vendor's words. Parts the format cannot carry are left out. */
export interface WireRequest {
  readonly model: string | undefined;
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: readonly string[];
}

/** One vendor's side of a wire format, written from its documentation and from nothing of ours. */
export interface ServedFormat {
  readonly id: string;
  /** What a client must be given to talk to a server at this address. */
  settings(origin: string): ProviderSettings;
  readonly contentType: string;
  /** The events of a reply as sent, one after the other; text and arguments come in pieces of a few characters. */
  frames(reply: WireReply): Uint8Array[];
  /** What says nothing and keeps the connection alive, where the format has such. */
  readonly keepAlive?: Uint8Array;
  /** How the vendor refuses a request, before any stream. */
  refusal(failure: WireFailure): {
    readonly status: number;
    readonly body: string;
    readonly headers?: Record<string, string>;
  };
  /** The conversation as the vendor would understand it. Throws where the vendor would refuse the request. */
  readRequest(request: { readonly path: string; readonly body: Record<string, unknown> }): WireRequest;
}
