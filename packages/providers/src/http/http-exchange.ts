import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from "node:http";
import { type Clock, ProviderError } from "@roo-code/types";
import { recordOf } from "../json-value.ts";
import type { Exchange } from "./exchange.ts";
import { hostAndPort, toNetworkError } from "./http-errors.ts";
import { Watchdog } from "./watchdog.ts";

/** How long to wait for the rest of a finished response before its connection is closed. */
const drainMs = 1_000;

export interface ExchangeOptions {
  readonly url: URL;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly limits: SilenceLimits;
}

/** The maximum silence in each phase of an exchange. */
export interface SilenceLimits {
  readonly connectMs: number;
  readonly firstByteMs: number;
  readonly silenceMs: number;
}

/** One request and its answer. Must be closed. */
export class HttpExchange implements Exchange {
  readonly #request: ClientRequest;
  readonly #options: ExchangeOptions;
  readonly #watchdog: Watchdog;
  readonly #onAbort: () => void;
  #response: IncomingMessage | undefined;
  #failure: { readonly error: unknown } | undefined;
  #isReleased = false;
  #phaseLimitMs: number;

  constructor(request: ClientRequest, options: ExchangeOptions) {
    const { signal, clock, limits } = options;
    this.#request = request;
    this.#options = options;
    this.#phaseLimitMs = limits.connectMs;
    const onExpire = () => this.fail(this.#silence(this.#phaseLimitMs));
    const laterLimits = [limits.firstByteMs, limits.silenceMs];
    this.#watchdog = new Watchdog(clock, { idleMs: limits.connectMs }, onExpire, laterLimits);
    this.#onAbort = () => this.fail(signal.reason);
    signal.addEventListener("abort", this.#onAbort, { once: true });
    if (signal.aborted) this.#onAbort();
  }

  /**
   * Resolves when the response begins: true, or false if it used an idle connection that the server had closed in the
   * meantime, so that nothing was sent. Throws `ProviderError` `network`, `bad_stream`, `timeout`.
   */
  async send(body: readonly Buffer[]): Promise<boolean> {
    const request = this.#request;
    try {
      this.#response = await new Promise<IncomingMessage>((resolve, reject) => {
        request.on("error", reject).on("response", resolve).on("close", reject);
        request.on("finish", () => this.#enter(this.#options.limits.firstByteMs));
        // One packet if it fits, however many pieces there are.
        request.cork();
        for (const piece of body) request.write(piece);
        request.end();
        request.uncork();
      });
    } catch (error) {
      this.close();
      if (this.#failure) throw this.#failure.error;
      if (request.reusedSocket && wasClosed(error)) return false;
      throw toNetworkError(error, this.#options.url);
    }
    this.#enter(this.#options.limits.silenceMs);
    return true;
  }

  get status(): number {
    return this.#response?.statusCode ?? 0;
  }

  get headers(): IncomingHttpHeaders {
    return this.#response?.headers ?? {};
  }

  async *body(): AsyncGenerator<Uint8Array> {
    if (!this.#response) return;
    try {
      for await (const bytes of this.#response.iterator({ destroyOnReturn: false })) {
        this.#watchdog.touch();
        yield bytes;
      }
    } catch {
      throw this.#failure ? this.#failure.error : cutError(this.#options.url);
    }
  }

  fail(error: unknown): void {
    this.#failure ??= { error };
    (this.#response ?? this.#request).destroy();
  }

  release(): void {
    const response = this.#response;
    if (!response || response.readableEnded) return;
    this.#isReleased = true;
    const watchdog = new Watchdog(this.#options.clock, { idleMs: drainMs }, () => response.destroy());
    response.once("close", () => watchdog.stop()).resume();
  }

  /** Starts the next phase of the exchange, with its own limit. */
  #enter(limitMs: number): void {
    this.#phaseLimitMs = limitMs;
    this.#watchdog.enter(limitMs);
  }

  #silence(ms: number): ProviderError {
    const problem = this.#request.writableFinished ? "sent nothing for" : "could not be reached within";
    const message = `${hostAndPort(this.#options.url)} ${problem} ${Math.round(ms / 1000)} s.`;
    return new ProviderError({ code: "timeout", message });
  }

  close(): void {
    this.#watchdog.stop();
    this.#options.signal.removeEventListener("abort", this.#onAbort);
    if (this.#isReleased || this.#response?.readableEnded) return;
    (this.#response ?? this.#request).destroy();
  }
}

function wasClosed(error: unknown): boolean {
  return ["ECONNRESET", "EPIPE"].includes(String(recordOf(error).code));
}

function cutError(url: URL): ProviderError {
  const message = `${hostAndPort(url)} closed the connection in the middle of the reply.`;
  return new ProviderError({ code: "stream_cut", message });
}
