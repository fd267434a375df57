import type { IncomingHttpHeaders } from "node:http";
import type { Clock } from "@roo-code/types";
import { Watchdog } from "./watchdog.ts";

/** The answer to one request. Must be closed. */
export interface Exchange {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Bytes as they come. Throws `ProviderError` `stream_cut`, `timeout`, or what the exchange was failed with. */
  body(): AsyncGenerator<Uint8Array>;
  /** Breaks it off: who reads gets this error. Does nothing the second time. */
  fail(error: unknown): void;
  /** All that is wanted was read: the connection is kept for the next request if the rest comes soon. */
  release(): void;
  /** May be called twice. */
  close(): void;
}

interface ReadBounds {
  readonly bytes: number;
  readonly ms: number;
  readonly clock: Clock;
}

/** The beginning of an answer as text, as much as comes within the bounds. Never throws; closes the exchange. */
export async function readBounded(exchange: Exchange, { bytes, ms, clock }: ReadBounds): Promise<string> {
  const patience = new Watchdog(clock, { idleMs: ms }, () => exchange.fail(new Error("too slow")));
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const piece of exchange.body()) {
      pieces.push(piece);
      length += piece.length;
      if (length >= bytes) break;
    }
  } catch {
    // What came before the connection broke is all there is to say.
  }
  patience.stop();
  exchange.close();
  return Buffer.concat(pieces).subarray(0, bytes).toString("utf8");
}
