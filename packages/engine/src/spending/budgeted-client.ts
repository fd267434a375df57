import type {
  ApiChunk,
  ApiStream,
  BudgetEstimate,
  BudgetShare,
  FinalMessage,
  ModelClient,
  ModelPrices,
  ModelRequest,
  ProviderError,
  Reservation,
  TaskState,
  ToolCallPart,
  Usage,
} from "@roo-code/types";
import type { ContextMeter } from "../context/context-meter.ts";
import type { ContextPorts } from "../ports.ts";
import { stopped } from "../stop.ts";

interface BudgetedClientOptions {
  readonly client: ModelClient;
  readonly budget: BudgetShare;
  /** Must not reject. */
  readonly estimate: (request: ModelRequest) => Promise<BudgetEstimate>;
}

/**
 * A client whose requests are charged to a budget: an estimate is reserved before a request is sent, and the actual
 * usage is counted before the final message can be read. At a limit the stream fails with the `Stop` that ends the run.
 */
export class BudgetedClient implements ModelClient {
  readonly #parts: BudgetedClientOptions;

  constructor(parts: BudgetedClientOptions) {
    this.#parts = parts;
  }

  get provider(): string {
    return this.#parts.client.provider;
  }

  get model(): string {
    return this.#parts.client.model;
  }

  get standIn(): ModelClient["standIn"] {
    return this.#parts.client.standIn;
  }

  moveOn(error: ProviderError): string | undefined {
    return this.#parts.client.moveOn?.(error);
  }

  createMessage(request: ModelRequest): ApiStream {
    return new BudgetedStream(this.#parts, request);
  }
}

class BudgetedStream implements ApiStream {
  readonly #parts: BudgetedClientOptions;
  readonly #request: ModelRequest;
  readonly #chunks: AsyncGenerator<ApiChunk, void>;
  #inner: ApiStream | undefined;
  #refusal: unknown;
  #used: Usage | undefined;

  constructor(parts: BudgetedClientOptions, request: ModelRequest) {
    this.#parts = parts;
    this.#request = request;
    this.#chunks = this.#read();
  }

  [Symbol.asyncIterator](): AsyncIterator<ApiChunk> {
    return this.#chunks;
  }

  async getFinalMessage(): Promise<FinalMessage> {
    // Chunks that were read already are not read again.
    for await (const _ of this.#chunks);
    if (this.#inner) return this.#inner.getFinalMessage();
    throw this.#refusal;
  }

  getToolUses(): ToolCallPart[] {
    if (this.#inner) return this.#inner.getToolUses();
    throw new Error("the reply has not started");
  }

  getPartialText(): string {
    return this.#inner?.getPartialText() ?? "";
  }

  async *#read(): AsyncGenerator<ApiChunk, void> {
    const reservation = await this.#reserve();
    if (!reservation) {
      yield { type: "failure", error: this.#refusal };
      return;
    }
    try {
      this.#inner = this.#parts.client.createMessage(this.#request);
      for await (const chunk of this.#inner) {
        if (chunk.type === "usage") this.#used = chunk.usage;
        yield chunk;
      }
      await this.#settleReply(reservation, this.#inner);
    } finally {
      // A reply that was cut off is charged with the usage reported so far.
      reservation.settle(this.#used && { usage: this.#used, turns: 0 });
    }
  }

  /** undefined, with `#refusal` set, if the request must not be sent. */
  async #reserve(): Promise<Reservation | undefined> {
    const { budget, estimate } = this.#parts;
    try {
      const granted = await budget.reserve(await estimate(this.#request), this.#request.signal);
      if ("settle" in granted) return granted;
      this.#refusal = stopped("limit", granted);
    } catch (error) {
      this.#refusal = error;
    }
    return undefined;
  }

  async #settleReply(reservation: Reservation, reply: ApiStream): Promise<void> {
    const final = await reply.getFinalMessage().catch(() => undefined);
    const turns = this.#request.metadata.purpose === undefined ? 1 : 0;
    if (final) reservation.settle({ usage: final.usage, turns });
  }
}

interface EstimateOptions {
  readonly context: ContextPorts | undefined;
  readonly meter: ContextMeter;
  readonly state: TaskState;
}

/** Upper bound of what a request can use: its whole prompt and the longest possible reply, at the highest rate. */
export async function estimateRequest(request: ModelRequest, parts: EstimateOptions): Promise<BudgetEstimate> {
  const { systemPrompt, tools, metadata } = request;
  const turns = metadata.purpose === undefined ? 1 : 0;
  const { maxOutput, prices } = (await parts.context?.modelLimits()) ?? {};
  if (maxOutput === undefined) return { turns };
  const input = parts.meter.measure({ systemPrompt, tools, state: parts.state }).total;
  const costUsd = prices && maxCost(prices, { input, output: maxOutput });
  return { turns, tokens: input + maxOutput, costUsd };
}

function maxCost(prices: ModelPrices, { input, output }: { input: number; output: number }): number {
  const rates = prices.tiers?.findLast(({ above }) => input > above) ?? prices;
  const inputRate = Math.max(rates.input, rates.cacheWrite ?? 0);
  const outputRate = Math.max(rates.output, rates.reasoning ?? 0);
  return (input * inputRate + output * outputRate) / 1_000_000;
}
