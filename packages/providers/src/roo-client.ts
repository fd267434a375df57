import type {
  ApiChunk,
  ApiStream,
  Clock,
  ModelClient,
  ModelPrices,
  ModelRequest,
  ProviderSettings,
} from "@roo-code/types";
import { createApiStream } from "./api-stream.ts";
import { CacheWatch } from "./cache-watch.ts";
import type { JsonCompletionOptions } from "./complete/complete-json.ts";
import type { CompletionOptions } from "./complete/complete-prompt.ts";
import { type Connection, resolveConnection } from "./connection.ts";
import type { Environment } from "./environment.ts";
import { type Pricing, priceChunks } from "./prices/price-usage.ts";
import { protocols } from "./protocols/index.ts";
import { defaultLimits, type Protocol, type Relay, type ReplyLimits } from "./protocols/protocol.ts";
import type { DialectReport } from "./repair/probe-dialect.ts";
import { repairLazily } from "./repair/repair-lazily.ts";
import { systemClock } from "./system-clock.ts";

export interface RooClientOptions {
  /** Source of keys and proxies; default: the environment of the process. */
  readonly environment?: Environment;
  readonly clock?: Clock;
  readonly limits?: Partial<ReplyLimits>;
  /** For the `human-relay` provider. */
  readonly relay?: Relay | undefined;
  /** Folder with model lists fetched earlier, which take precedence over the bundled ones. */
  readonly modelsFolder?: string | undefined;
}

/** Access to the model of provider settings. Throws `RooError` for invalid settings. */
export class RooClient implements ModelClient {
  readonly provider: string;
  readonly model: string;
  readonly #load: () => Promise<Protocol>;
  readonly #pricing: Pricing;
  readonly #cacheWatch = new CacheWatch();
  /** False for replays: their calls are played unchanged. */
  readonly #repairs: boolean;
  readonly #reportsCost: boolean;
  #protocol: Promise<Protocol> | undefined;

  constructor(settings: ProviderSettings, options: RooClientOptions = {}) {
    const connection = resolveConnection(settings, options.environment ?? process.env);
    const { row, model } = connection;
    const clock = options.clock ?? systemClock;
    const limits = { ...defaultLimits, ...options.limits };
    this.provider = row.id;
    this.model = model;
    this.#repairs = row.protocol !== "replay";
    this.#reportsCost = knownCost.has(row.protocol) || row.dialect?.reportsCost === true;
    this.#load = () => protocols[row.protocol]({ connection, clock, limits, relay: options.relay });
    this.#pricing = { load: pricesOnce(connection, options.modelsFolder), now: () => clock.now() };
  }

  /** Optional: checks what can fail before the first request, such as a replay script. Throws `RooError`. */
  async prepare(): Promise<void> {
    const protocol = await this.#open();
    await protocol.prepare();
  }

  /** Whether the cost of replies will be known: from a model list, from the settings or from the vendor. */
  async hasKnownPrice(): Promise<boolean> {
    return this.#reportsCost || (await this.#pricing.load()) !== undefined;
  }

  createMessage(request: ModelRequest): ApiStream {
    return createApiStream(request.signal, () => this.#reply(request));
  }

  /** The model's answer to a single prompt. Rejects as `completePrompt` does. */
  async completePrompt(prompt: string, options: CompletionOptions): Promise<string> {
    const { completePrompt } = await import("./complete/complete-prompt.ts");
    return completePrompt(this, prompt, options);
  }

  /** The model's answer as an object of the schema. Rejects as `completeJson` does. */
  async completeJson(options: JsonCompletionOptions): Promise<Record<string, unknown>> {
    const { completeJson } = await import("./complete/complete-json.ts");
    return completeJson(this, options);
  }

  /** Finds out how the model writes calls by requesting one. Rejects as the request does. */
  async probeDialect(signal: AbortSignal): Promise<DialectReport> {
    const { probeDialect } = await import("./repair/probe-dialect.ts");
    return probeDialect(this, signal);
  }

  /** Closes idle connections; the client may still be used. */
  async dispose(): Promise<void> {
    const protocol = await this.#protocol;
    protocol?.dispose();
  }

  async *#reply(request: ModelRequest): AsyncGenerator<ApiChunk> {
    const protocol = await this.#open();
    const chunks = priceChunks(protocol.reply(request), this.#pricing, (usage, prices) =>
      this.#cacheWatch.check(request, usage, prices),
    );
    yield* this.#repairs ? repairLazily({ chunks, request, model: this }) : chunks;
  }

  #open(): Promise<Protocol> {
    this.#protocol ??= this.#load();
    return this.#protocol;
  }
}

/** A replay script states its costs; a chat that the user copies from is billed elsewhere. */
const knownCost: ReadonlySet<string> = new Set(["replay", "human-relay"]);

/** Loaded once, with the first reply. If that fails, replies have no price. */
function pricesOnce(connection: Connection, folder: string | undefined): Pricing["load"] {
  let loading: Promise<ModelPrices | undefined> | undefined;
  const load = async () => {
    const { findPrices } = await import("./prices/find-prices.ts");
    return findPrices(connection, folder);
  };
  return () => {
    loading ??= load().catch(() => undefined);
    return loading;
  };
}
