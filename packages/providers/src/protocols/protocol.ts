import type { ApiChunk, Clock, ModelRequest } from "@roo-code/types";
import type { Connection } from "../connection.ts";

/** A wire format, bound to one connection. */
export interface Protocol {
  /** Checks what can fail before the first request. Throws `RooError`. May be called many times. */
  prepare(): Promise<void>;
  /**
   * The chunks of one reply, `message.end` last. Sends nothing until it is read; throws `ProviderError`, or any error
   * soon after the request's signal aborts; releases everything when it is closed early.
   */
  reply(request: ModelRequest): AsyncIterable<ApiChunk>;
  /** Closes idle connections. May be called twice. */
  dispose(): void;
}

export interface ProtocolOptions {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly limits: ReplyLimits;
  readonly relay?: Relay | undefined;
}

/** Shows a prompt to the user and resolves to the answer they paste. Rejects soon after the signal aborts. */
export type Relay = (prompt: string, signal: AbortSignal) => Promise<string>;

/** Limits beyond which a reply fails. */
export interface ReplyLimits {
  /** Until the connection is established. */
  readonly connectMs: number;
  /** From then to the first byte of the response: long prompts take time. */
  readonly firstByteMs: number;
  /** Without a byte, once the response has begun. */
  readonly silenceMs: number;
  /** With nothing but keep-alives. */
  readonly stallMs: number;
  /** For the whole response. */
  readonly replyMs: number;
  /** Of one reply, including framing. */
  readonly replyBytes: number;
}

export const defaultLimits: ReplyLimits = {
  connectMs: 30_000,
  firstByteMs: 300_000,
  silenceMs: 120_000,
  stallMs: 600_000,
  replyMs: 3_600_000,
  replyBytes: 256 * 1024 * 1024,
};
