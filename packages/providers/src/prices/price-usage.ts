import type { ApiChunk, ModelPrices, PriceChange, TokenRates, Usage } from "@roo-code/types";

const million = 1_000_000;

/**
 * The cost of a reply in US dollars; null without prices. A tier applies to the whole request once its prompt,
 * including cached parts, exceeds the tier's threshold, as Anthropic, Google, OpenAI and xAI charge.
 * @internal
 */
export function priceUsage(usage: Usage, prices: ModelPrices | undefined): number | null {
  if (!prices) return null;
  const rates = ratesFor(usage.inputTokens, prices);
  const { input, output, cacheRead = input, cacheWrite = input, reasoning = output } = rates;
  const uncached = Math.max(0, usage.inputTokens - usage.cacheReadTokens - usage.cacheWriteTokens);
  const reasoningTokens = Math.min(usage.reasoningTokens ?? 0, usage.outputTokens);
  const sum =
    uncached * input +
    usage.cacheReadTokens * cacheRead +
    usage.cacheWriteTokens * cacheWrite +
    (usage.outputTokens - reasoningTokens) * output +
    reasoningTokens * reasoning;
  return sum / million;
}

function ratesFor(promptTokens: number, { tiers = [], ...base }: ModelPrices): TokenRates {
  return tiers.findLast(({ above }) => promptTokens > above) ?? base;
}

/** The prices at a time (milliseconds since the epoch): vendors announce changes, and some charge by time of day. */
export function pricesAt(prices: ModelPrices, time: number): ModelPrices {
  const { changes = [], ...base } = prices;
  const at = new Date(time).toISOString();
  const change = changes.findLast((candidate) => applies(candidate, at));
  if (!change) return base;
  const { from: _from, hours: _hours, ...changed } = change;
  return changed;
}

function applies({ from, hours }: PriceChange, at: string): boolean {
  const [day, clock] = [at.slice(0, 10), at.slice(11, 16)];
  if (from !== undefined && day < from) return false;
  if (!hours) return true;
  const [start, end] = hours;
  return start <= end ? clock >= start && clock < end : clock >= start || clock < end;
}

export interface Pricing {
  /** Called when the reply has begun, so that requests are not delayed. Must not reject. */
  readonly load: () => Promise<ModelPrices | undefined>;
  readonly now: () => number;
}

/** Adds a cost to usage that has none, followed by the notice that `checkUsage` returns, if any. */
export async function* priceChunks(
  chunks: AsyncIterable<ApiChunk>,
  { load, now }: Pricing,
  checkUsage: (usage: Usage, prices: ModelPrices | undefined) => ApiChunk | undefined = () => undefined,
): AsyncGenerator<ApiChunk> {
  let loading: Promise<ModelPrices | undefined> | undefined;
  for await (const chunk of chunks) {
    loading ??= load();
    if (chunk.type !== "usage") {
      yield chunk;
      continue;
    }
    const known = await loading;
    const prices = known && pricesAt(known, now());
    const costUsd = chunk.usage.costUsd ?? priceUsage(chunk.usage, prices);
    yield { type: "usage", usage: { ...chunk.usage, costUsd } };
    const notice = checkUsage(chunk.usage, prices);
    if (notice) yield notice;
  }
}
