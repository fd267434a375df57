import type { ModelPrices, PriceChange } from "@roo-code/types";

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
