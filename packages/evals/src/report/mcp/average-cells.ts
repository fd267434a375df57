import type { Interval } from "../../statistics/index.ts";
import type { Cell } from "../document.ts";
import { percent, percentInterval } from "../figures.ts";

/** A rate with its interval behind it, where there is one. */
export function averageCell(average: { readonly value: number; readonly interval: Interval | null } | null): Cell {
  if (average === null) return percent(null);
  const { value, interval } = average;
  return interval === null ? percent(value) : `${percent(value)} (${percentInterval(interval)})`;
}
