import type { ApiChunk, ModelPrices, PriceChange, TokenRates, Usage } from "@roo-code/types";

const million = 1_000_000;

/**
 * What a reply cost in US dollars; null where no price is known. A tier holds for the whole request once its prompt,
 * cached parts included, is longer than the tier's mark: so do Anthropic, Google, OpenAI and xAI.
 */
export function priceUsage(usage: Usage, prices: ModelPrices | undefined): number | null {
  if (!prices) return null;
  const rates = ratesFor(usage.inputTokens, prices);
  const { input, output, cacheRead = input, cacheWrite = input, reasoning = output } = rates;
  const fresh = Math.max(0, usage.inputTokens - usage.cacheReadTokens - usage.cacheWriteTokens);
  const thought = Math.min(usage.reasoningTokens ?? 0, usage.outputTokens);
  const sum =
    fresh * input +
    usage.cacheReadTokens * cacheRead +
    usage.cacheWriteTokens * cacheWrite +
    (usage.outputTokens - thought) * output +
    thought * reasoning;
  return sum / million;
}

function ratesFor(promptTokens: number, { tiers = [], ...base }: ModelPrices): TokenRates {
  return tiers.findLast(({ above }) => promptTokens > above) ?? base;
}

/** The prices that hold at a time (milliseconds since the epoch): vendors announce rises, and some charge by the hour. */
export function pricesAt(prices: ModelPrices, time: number): ModelPrices {
  const { changes = [], ...usual } = prices;
  const at = new Date(time).toISOString();
  const change = changes.findLast((candidate) => applies(candidate, at));
  if (!change) return usual;
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
  /** Called when the reply has begun, so that no request waits for it. Must not reject. */
  readonly load: () => Promise<ModelPrices | undefined>;
  readonly now: () => number;
}

/** The chunks of a reply, with a price on the usage that came without one, and what `remark` has to say of it. */
export async function* priceChunks(
  chunks: AsyncIterable<ApiChunk>,
  { load, now }: Pricing,
  remark: (usage: Usage, prices: ModelPrices | undefined) => ApiChunk | undefined = () => undefined,
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
    const said = remark(chunk.usage, prices);
    if (said) yield said;
  }
}
