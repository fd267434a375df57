import type { IncomingHttpHeaders } from "node:http";
import type { Clock } from "@roo-code/types";
import { Watchdog } from "./watchdog.ts";

/** The answer to one request. Must be closed. */
export interface Exchange {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The bytes as they arrive. Throws `ProviderError` `stream_cut`, `timeout`, or the error passed to `fail`. */
  body(): AsyncGenerator<Uint8Array>;
  /** Aborts it: the reader gets this error. Only the first call has an effect. */
  fail(error: unknown): void;
  /** Everything needed was read: the connection is reused if the rest arrives soon. */
  release(): void;
  /** May be called twice. */
  close(): void;
}

interface ReadBounds {
  readonly bytes: number;
  readonly ms: number;
  readonly clock: Clock;
}

/** The beginning of an answer as text, within the bounds. Never throws; closes the exchange. */
export async function readBounded(exchange: Exchange, { bytes, ms, clock }: ReadBounds): Promise<string> {
  const watchdog = new Watchdog(clock, { idleMs: ms }, () => exchange.fail(new Error("too slow")));
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const piece of exchange.body()) {
      pieces.push(piece);
      length += piece.length;
      if (length >= bytes) break;
    }
  } catch {
    // The text up to the failure is all there is.
  }
  watchdog.stop();
  exchange.close();
  return Buffer.concat(pieces).subarray(0, bytes).toString("utf8");
}
