import { mean } from "d3-array";
import type { Interval } from "./binomial.ts";
import { bootstrapMean } from "./resample.ts";

/** The result of k tries of an exercise, as a mean over exercises. */
export interface RepeatedTries {
  readonly k: number;
  /** Exercises with at least k scored trials; others are left out. */
  readonly exercises: number;
  /** At least one of k passes. */
  readonly passAtK: Estimate;
  /** All k pass. */
  readonly passHatK: Estimate;
}

interface Estimate {
  readonly rate: number;
  readonly interval: Interval | null;
}

const shown = [1, 2, 3, 4, 5, 10, 20, 50, 100];

/** Empty for runs with one iteration, where both equal the pass rate. */
export function repeatedTries(results: readonly Tries[]): RepeatedTries[] {
  const max = Math.max(0, ...results.map(({ scored }) => scored));
  return max < 2 ? [] : shown.filter((k) => k <= max).map((k) => estimate(results, k));
}

function estimate(results: readonly Tries[], k: number): RepeatedTries {
  const enough = results.filter(({ scored }) => scored >= k);
  return {
    k,
    exercises: enough.length,
    passAtK: averageOf(enough.flatMap((result) => passAtK(result, k) ?? [])),
    passHatK: averageOf(enough.flatMap((result) => passHatK(result, k) ?? [])),
  };
}

function averageOf(rates: readonly number[]): Estimate {
  return { rate: mean(rates) ?? 0, interval: bootstrapMean(rates) };
}

export interface Tries {
  /** The number of scored trials. */
  readonly scored: number;
  readonly passed: number;
}

/**
 * pass@k: the probability that at least one of k tries passes, estimated without bias from n ≥ k tries of which c passed:
 * 1 − C(n−c, k) / C(n, k). Null with fewer than k tries.
 */
export function passAtK({ scored, passed }: Tries, k: number): number | null {
  const noneOfThem = shareOfChoices({ from: scored - passed, all: scored, k });
  return noneOfThem === null ? null : 1 - noneOfThem;
}

/** pass^k: the probability that k tries all pass, estimated in the same way: C(c, k) / C(n, k). */
export function passHatK({ scored, passed }: Tries, k: number): number | null {
  return shareOfChoices({ from: passed, all: scored, k });
}

/** C(from, k) / C(all, k) as a product, so that nothing overflows. */
function shareOfChoices({ from, all, k }: { from: number; all: number; k: number }): number | null {
  if (k < 1 || all < k) return null;
  let share = 1;
  for (let drawn = 0; drawn < k; drawn += 1) share *= Math.max(0, from - drawn) / (all - drawn);
  return share;
}
