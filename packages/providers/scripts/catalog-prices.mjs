// The catalog's prices, completed from the price rules where both agree.

/** In the catalog, zero means unknown, unless the model's name says that it is free. */
export function pricesOfCatalog(id, cost, rules) {
  if (cost.input < 0 || cost.output < 0) return undefined;
  if (cost.input === 0 && cost.output === 0) return /[:/-]free$/.test(id) ? { input: 0, output: 0 } : undefined;
  const prices = { ...toRates(cost), ...tiersOf(cost.tiers) };
  const rule = rules.find((candidate) => candidate.id === id) ?? rules.find((candidate) => candidate.isFor(id));
  return completed(prices, rule?.prices);
}

function toRates({ input, output, cacheRead, cacheWrite }) {
  return { input, output, ...(cacheRead > 0 && { cacheRead }), ...(cacheWrite > 0 && { cacheWrite }) };
}

function tiersOf(tiers = []) {
  const sorted = tiers.toSorted((left, right) => left.inputTokensAbove - right.inputTokensAbove);
  return sorted.length > 0 && { tiers: sorted.map((tier) => ({ above: tier.inputTokensAbove, ...toRates(tier) })) };
}

/** The rules are older than the catalog: they only add what it cannot express, and only to equal prices. */
function completed(prices, ruled) {
  if (!ruled) return prices;
  const versions = [ruled, ...(ruled.changes ?? [])];
  if (ruled.changes?.some(({ hours }) => hours) && versions.some((version) => areSame(version, prices))) return ruled;
  if (!areSame(ruled, prices)) return prices;
  return {
    ...prices,
    ...(!prices.tiers && ruled.tiers && { tiers: ruled.tiers }),
    ...(ruled.reasoning !== undefined && { reasoning: ruled.reasoning }),
    ...(ruled.changes && { changes: ruled.changes }),
  };
}

function areSame(left, right) {
  return left.input === right.input && left.output === right.output;
}
