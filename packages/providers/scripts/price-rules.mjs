// Converts price rules with tiers, dates and times of day to prices from a given day on.

/** Fees for services that we never use. */
const otherServices = new Set(["web_searches_kcount", "storage_searches_kcount", "cache_write_1h_mtok"]);
const rateNames = {
  input_mtok: "input",
  output_mtok: "output",
  cache_read_mtok: "cacheRead",
  cache_write_mtok: "cacheWrite",
  output_reasoning_mtok: "reasoning",
};

export function readRules({ models }, today) {
  return models
    .filter(({ deprecated }) => !deprecated)
    .map(({ id, name, context_window: contextWindow, match, prices }) => ({
      id,
      name: name ?? id,
      contextWindow,
      isFor: (model) => matches(match, model),
      prices: toPrices(prices, today),
    }));
}

function matches(logic, text) {
  if (logic.or) return logic.or.some((inner) => matches(inner, text));
  if (logic.and) return logic.and.every((inner) => matches(inner, text));
  if (logic.equals !== undefined) return text === logic.equals;
  if (logic.starts_with !== undefined) return text.startsWith(logic.starts_with);
  if (logic.ends_with !== undefined) return text.endsWith(logic.ends_with);
  if (logic.contains !== undefined) return text.includes(logic.contains);
  return logic.regex !== undefined && new RegExp(logic.regex).test(text);
}

/** Of several rules the last one that applies counts. Expired rules are dropped. */
function toPrices(prices, today) {
  if (!Array.isArray(prices)) return toRates(prices);
  const isNow = ({ constraint }) => !constraint || (constraint.type === "start_date" && constraint.start_date <= today);
  const base = prices.findLastIndex(isNow);
  const now = base < 0 ? undefined : toRates(prices[base].prices);
  const changes = prices.slice(base + 1).map((rule) => ({ ...toRates(rule.prices), ...whenOf(rule) }));
  if (!now || changes.some(({ input }) => input === undefined)) return undefined;
  return changes.length > 0 ? { ...now, changes } : now;
}

function whenOf({ constraint }) {
  if (constraint.type === "start_date") return { from: constraint.start_date };
  return { hours: [constraint.start_time.slice(0, 5), constraint.end_time.slice(0, 5)] };
}

/** undefined if there are fees that do not depend on tokens. */
function toRates(prices) {
  const entries = Object.entries(prices).filter(([key]) => !otherServices.has(key));
  if (entries.some(([key]) => !(key in rateNames))) return undefined;
  const rates = ratesAbove(entries, -1);
  if (rates.input === undefined || rates.output === undefined) return undefined;
  const starts = new Set(entries.flatMap(([, value]) => (value?.tiers ?? []).map(({ start }) => start)));
  const tiers = [...starts]
    .sort((left, right) => left - right)
    .map((above) => ({ above, ...ratesAbove(entries, above) }));
  return tiers.length > 0 ? { ...rates, tiers } : rates;
}

function ratesAbove(entries, above) {
  const rates = {};
  for (const [key, value] of entries) {
    const tier = value?.tiers?.findLast(({ start }) => start <= above);
    const price = tier?.price ?? value?.base ?? value;
    if (typeof price === "number") rates[rateNames[key]] = price;
  }
  return rates;
}
