import type { ModelPrices, TokenRates, Usage } from "@roo-code/types";

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
