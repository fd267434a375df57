import type { IncomingHttpHeaders } from "node:http";
import { type ApiChunk, type ModelRequest, ProviderError } from "@roo-code/types";
import { type Authorise, authoriseFor } from "../auth/authorise.ts";
import { CallIds } from "../call-ids.ts";
import { type Exchange, readBounded } from "../http/exchange.ts";
import { hostAndPort } from "../http/http-errors.ts";
import { HttpSender } from "../http/http-sender.ts";
import { Watchdog } from "../http/watchdog.ts";
import { toVendorError } from "../vendor-error.ts";
import type { Protocol, ProtocolOptions } from "./protocol.ts";
import { retryAfterMs } from "./retry-after.ts";
import type { WireFormat } from "./wire-format.ts";

/** Limits for reading the body of an error. */
const errorBounds = { bytes: 64 * 1024, ms: 10_000 };

/** A wire format over HTTP: sends requests, enforces time limits, explains errors, cleans up. */
export function createHttpProtocol(options: ProtocolOptions, format: WireFormat): Protocol {
  const { connection, clock, limits } = options;
  const { url } = format;
  let authorise: Promise<Authorise> | undefined;
  const sender = new HttpSender({ url, environment: connection.environment, clock, limits });

  async function* reply(request: ModelRequest): AsyncGenerator<ApiChunk> {
    const { signal } = request;
    const body = format.encode(request);
    authorise ??= authoriseFor(connection);
    const credentials = await (await authorise)({ url, headers: format.headers, body }, signal);
    const exchange = await sender.post({ headers: { ...format.headers, ...credentials }, body, signal });
    const stall = new Watchdog(clock, { idleMs: limits.stallMs, totalMs: limits.replyMs }, (isIdle) =>
      exchange.fail(isIdle ? stallError(url, limits.stallMs) : slowError(url, limits.replyMs)),
    );
    try {
      if (exchange.status < 200 || exchange.status > 299) throw await refusal(exchange, options, format);
      yield* format.decode(exchange.body(), {
        request,
        ids: new CallIds(request),
        maxBytes: limits.replyBytes,
        quote: connection.quote,
        onEvent: () => stall.touch(),
        toError: (error) => explained(format, toVendorError({ connection, format: format.name, body: error }), error),
      });
      exchange.release();
    } finally {
      stall.stop();
      exchange.close();
    }
  }

  return { prepare: async () => {}, reply, dispose: () => sender.dispose() };
}

async function refusal(
  exchange: Exchange,
  { connection, clock }: ProtocolOptions,
  format: WireFormat,
): Promise<ProviderError> {
  const { status, headers } = exchange;
  const text = await readBounded(exchange, { ...errorBounds, clock });
  // Redirects are not followed: the key would be sent to any host that the response names.
  const body = status < 400 ? "The server redirects to another URL; use that as --base-url." : text;
  const wait = retryAfterMs(headers, clock.now());
  const error = toVendorError({ connection, format: format.name, body, status, retryAfterMs: wait });
  return explained(format, error, body, headers);
}

function explained(
  format: WireFormat,
  error: ProviderError,
  body: unknown,
  headers: IncomingHttpHeaders = {},
): ProviderError {
  return format.explain?.(error, { headers, body }) ?? error;
}

function stallError(url: URL, ms: number): ProviderError {
  const message = `${hostAndPort(url)} kept the connection open for ${formatSeconds(ms)} without sending anything.`;
  return new ProviderError({ code: "timeout", message });
}

function slowError(url: URL, ms: number): ProviderError {
  return new ProviderError({
    code: "timeout",
    message: `The reply of ${hostAndPort(url)} took more than ${formatSeconds(ms)}.`,
  });
}

function formatSeconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}
