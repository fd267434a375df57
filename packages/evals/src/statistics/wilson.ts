import { type Interval, normalQuantile } from "./interval.ts";

/**
 * Wilson's score interval of a rate, 95 %. Unlike the usual ± it stays between 0 and 1 and says something for 0 and for
 * all of n. `trials` need not be whole: an effective number of trials may be given.
 */
export function wilsonInterval({ passed, trials }: { passed: number; trials: number }): Interval | null {
  if (trials <= 0) return null;
  const rate = passed / trials;
  const squared = normalQuantile ** 2;
  const middle = (rate + squared / (2 * trials)) / (1 + squared / trials);
  const half =
    (normalQuantile / (1 + squared / trials)) *
    Math.sqrt((rate * (1 - rate)) / trials + squared / (4 * trials * trials));
  // At the ends the formula gives 0 and 1 but for rounding.
  return {
    low: passed <= 0 ? 0 : Math.max(0, middle - half),
    high: passed >= trials ? 1 : Math.min(1, middle + half),
  };
}
