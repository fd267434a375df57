import type { IncomingHttpHeaders } from "node:http";

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
