import type { ApiChunk, Clock, ModelRequest } from "@roo-code/types";
import type { Connection } from "../connection.ts";

/** A wire format, bound to one connection. */
export interface Protocol {
  /** Finds out what can be wrong before the first request. Throws `RooError`. May be called many times. */
  prepare(): Promise<void>;
  /**
   * The chunks of one reply, `message.end` last. Sends nothing until it is read; throws `ProviderError`, or anything
   * soon after the request's signal aborts; lets go of everything when it is closed early.
   */
  reply(request: ModelRequest): AsyncIterable<ApiChunk>;
  /** Closes connections that are kept for later. May be called twice. */
  dispose(): void;
}

export interface ProtocolOptions {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly limits: ReplyLimits;
  readonly relay?: Relay | undefined;
}

/** Shows a prompt to a person and resolves to the answer they bring. Rejects soon after the signal aborts. */
export type Relay = (prompt: string, signal: AbortSignal) => Promise<string>;

/** How long and how much we bear before we give a reply up. */
export interface ReplyLimits {
  /** Until there is a connection. */
  readonly connectMs: number;
  /** From there to the first byte of the answer: long prompts are read slowly. */
  readonly firstByteMs: number;
  /** Without a single byte, once the answer has begun. */
  readonly silenceMs: number;
  /** With bytes, but none that say anything (keep-alives). */
  readonly stallMs: number;
  /** For all of the answer, however lively it is. */
  readonly replyMs: number;
  /** Of one reply as sent, framing included. */
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
