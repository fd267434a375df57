import type { ApiChunk, ApiStream, Clock, ModelClient, ModelRequest, ProviderSettings } from "@roo-code/types";
import { createApiStream } from "./api-stream.ts";
import { type Environment, resolveConnection } from "./connection.ts";
import { protocols } from "./protocols/index.ts";
import { defaultLimits, type Protocol, type ReplyLimits } from "./protocols/protocol.ts";
import { systemClock } from "./system-clock.ts";

export interface RooClientOptions {
  /** Where keys and proxies are looked up; default: the process's own. */
  readonly environment?: Environment;
  readonly clock?: Clock;
  readonly limits?: Partial<ReplyLimits>;
}

/** Access to the model that provider settings name. Throws `RooError` when they cannot work. */
export class RooClient implements ModelClient {
  readonly provider: string;
  readonly model: string;
  readonly #load: () => Promise<Protocol>;
  #protocol: Promise<Protocol> | undefined;

  constructor(settings: ProviderSettings, options: RooClientOptions = {}) {
    const connection = resolveConnection(settings, options.environment ?? process.env);
    const { row, model } = connection;
    const clock = options.clock ?? systemClock;
    const limits = { ...defaultLimits, ...options.limits };
    this.provider = row.id;
    this.model = model;
    this.#load = () => protocols[row.protocol]({ connection, clock, limits });
  }

  /** Finds out what can be wrong before the first request (a replay script, say). Throws `RooError`. Optional. */
  async prepare(): Promise<void> {
    const protocol = await this.#open();
    await protocol.prepare();
  }

  createMessage(request: ModelRequest): ApiStream {
    return createApiStream(request.signal, () => this.#reply(request));
  }

  /** Closes connections that are kept for later; the client may still be used. */
  async dispose(): Promise<void> {
    const protocol = await this.#protocol;
    protocol?.dispose();
  }

  async *#reply(request: ModelRequest): AsyncGenerator<ApiChunk> {
    const protocol = await this.#open();
    yield* protocol.reply(request);
  }

  #open(): Promise<Protocol> {
    this.#protocol ??= this.#load();
    return this.#protocol;
  }
}
