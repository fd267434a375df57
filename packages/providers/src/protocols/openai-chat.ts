import { type ApiChunk, type ModelRequest, ProviderError, RooError } from "@roo-code/types";
import { CallIds } from "../call-ids.ts";
import type { Connection } from "../connection.ts";
import type { HttpExchange } from "../http/http-exchange.ts";
import { HttpSender } from "../http/http-sender.ts";
import { hostAndPort } from "../http/network-error.ts";
import { readBounded } from "../http/read-bounded.ts";
import { retryAfterMs } from "../http/retry-after.ts";
import { Watchdog } from "../http/watchdog.ts";
import { toChatError } from "./chat-failure.ts";
import { ChatRequestEncoder } from "./openai-chat-request.ts";
import { decodeChatStream } from "./openai-chat-stream.ts";
import type { Protocol, ProtocolOptions } from "./protocol.ts";

/** How much of an error's body is read, and how long. */
const errorBounds = { bytes: 64 * 1024, ms: 10_000 };

/** Streamed chat completions, the format OpenAI made and many servers speak. */
export function createOpenAiChat(options: ProtocolOptions): Protocol {
  const { connection, clock, limits } = options;
  const url = endpointOf(connection);
  const headers = headersFor(connection);
  const encoder = new ChatRequestEncoder(connection);
  const sender = new HttpSender({ url, environment: connection.environment, clock, silenceMs: limits.silenceMs });

  async function* reply(request: ModelRequest): AsyncGenerator<ApiChunk> {
    const exchange = await sender.post({ headers, body: encoder.encode(request), signal: request.signal });
    const stall = new Watchdog(clock, limits.stallMs, () => exchange.fail(stallError(url, limits.stallMs)));
    try {
      if (exchange.status < 200 || exchange.status > 299) throw await refusal(exchange, options);
      yield* decodeChatStream(exchange.body(), {
        ids: new CallIds(request),
        maxBytes: limits.replyBytes,
        quote: connection.quote,
        onEvent: () => stall.touch(),
        toError: (body) => toChatError({ connection, body }),
      });
      exchange.release();
    } finally {
      stall.stop();
      exchange.close();
    }
  }

  return { prepare: async () => {}, reply, dispose: () => sender.dispose() };
}

function endpointOf({ baseUrl, row }: Connection): URL {
  if (!baseUrl) throw new RooError({ code: "bad_base_url", message: `${row.label} has no base URL.` });
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/chat/completions`;
  return url;
}

function headersFor({ row, apiKey }: Connection): Record<string, string> {
  return {
    "content-type": "application/json",
    accept: "text/event-stream, application/json",
    "user-agent": "roo-code",
    ...row.headers,
    ...(apiKey && { authorization: `Bearer ${apiKey}` }),
  };
}

async function refusal(exchange: HttpExchange, { connection, clock }: ProtocolOptions): Promise<ProviderError> {
  const { status, headers } = exchange;
  const body = await readBounded(exchange, { ...errorBounds, clock });
  // Not followed: the key would go to whoever the answer names.
  const words = status < 400 ? "The address has moved; use the new one as --base-url." : body;
  return toChatError({ connection, body: words, status, retryAfterMs: retryAfterMs(headers, clock.now()) });
}

function stallError(url: URL, stallMs: number): ProviderError {
  const message = `${hostAndPort(url)} kept the connection open for ${Math.round(stallMs / 1000)} s and said nothing.`;
  return new ProviderError({ code: "timeout", message });
}
