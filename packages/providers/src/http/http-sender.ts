import type { Agent, AgentOptions, ClientRequest, RequestOptions } from "node:http";
import { type Clock, RooError } from "@roo-code/types";
import type { Environment } from "../environment.ts";
import type { Exchange } from "./exchange.ts";
import { HttpExchange, type SilenceLimits } from "./http-exchange.ts";

/** Idle connections are closed after this time, before routers on the way drop them. */
const idleMs = 60_000;
const maxIdleSockets = 4;

interface HttpSenderOptions {
  readonly url: URL;
  readonly environment: Environment;
  readonly clock: Clock;
  readonly limits: SilenceLimits;
}

interface HttpPost {
  /** Default: POST. */
  readonly method?: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  /** Sent one after the other. */
  readonly body: readonly Buffer[];
  readonly signal: AbortSignal;
}

interface Transport {
  readonly agent: Agent;
  readonly request: (url: URL, options: RequestOptions) => ClientRequest;
}

/** Sends requests to one URL over reused connections. */
export class HttpSender {
  readonly #options: HttpSenderOptions;
  #transport: Transport | undefined;

  constructor(options: HttpSenderOptions) {
    this.#options = options;
  }

  /** Resolves when the response begins; the caller must close it. Throws `ProviderError` or, after an abort, its reason. */
  async post(post: HttpPost): Promise<Exchange> {
    const { url, environment, clock } = this.#options;
    const { ROO_RECORD, ROO_REPLAY } = environment;
    if (!ROO_RECORD && !ROO_REPLAY) return this.#send(post);
    const request = { method: post.method ?? "POST", url, headers: post.headers, body: post.body };
    if (ROO_REPLAY) {
      const { playExchange } = await import("../recording/play-exchange.ts");
      return playExchange({ folder: ROO_REPLAY, request, environment, signal: post.signal });
    }
    const { recordExchange } = await import("../recording/record-exchange.ts");
    return recordExchange({ folder: ROO_RECORD ?? "", request, environment, clock }, () => this.#send(post));
  }

  async #send({ method = "POST", headers, body, signal }: HttpPost): Promise<HttpExchange> {
    this.#transport ??= loadTransport(this.#options);
    const { agent, request } = this.#transport;
    const options = {
      method,
      agent,
      headers: { ...headers, "content-length": String(body.reduce((sum, piece) => sum + piece.length, 0)) },
    };
    for (;;) {
      const exchange = new HttpExchange(request(this.#options.url, options), { ...this.#options, signal });
      if (await exchange.send(body)) return exchange;
    }
  }

  dispose(): void {
    this.#transport?.agent.destroy();
  }
}

/**
 * Loads TLS only for https URLs: a local model starts faster without it. Not by `import`, which would also load the lazy
 * parts of `node:http`: a second HTTP client, 30 ms.
 */
function loadTransport({ url, environment }: HttpSenderOptions): Transport {
  const { request } = process.getBuiltinModule(url.protocol === "https:" ? "node:https" : "node:http");
  const agent = createAgent(url, environment, { keepAlive: true, timeout: idleMs, maxFreeSockets: maxIdleSockets });
  return { agent, request };
}

/** An agent for a URL, through the proxy of the environment if there is one. Throws `RooError` `bad_proxy`. */
export function createAgent(url: URL, environment: Environment, options: AgentOptions = {}): Agent {
  const { Agent } = process.getBuiltinModule(url.protocol === "https:" ? "node:https" : "node:http");
  if (!usesProxy(url, environment)) return new Agent(options);
  try {
    return new Agent({ ...options, proxyEnv: environment });
  } catch {
    const message = "The proxy in HTTP_PROXY or HTTPS_PROXY is not a valid URL.";
    throw new RooError({ code: "bad_proxy", message, next: "Correct or unset the variable." });
  }
}

/** A proxy cannot reach servers on this machine. */
function usesProxy(url: URL, environment: Environment): boolean {
  if (/^(localhost|127\.[\d.]+|\[::1\]|.+\.localhost)$/.test(url.hostname)) return false;
  return ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"].some((name) => environment[name]);
}
