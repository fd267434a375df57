import { mean } from "d3-array";
import type { Interval } from "./interval.ts";
import { passAtK, passHatK, type Tries } from "./pass-at-k.ts";
import { bootstrapMean } from "./resample.ts";

/** What k tries of an exercise come to, as a mean over exercises. */
export interface RepeatedTries {
  readonly k: number;
  /** Those with at least k scored trials; others are left out. */
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

/** Empty for runs of one iteration, where both are the pass rate. */
export function repeatedTries(results: readonly Tries[]): RepeatedTries[] {
  const most = Math.max(0, ...results.map(({ scored }) => scored));
  return most < 2 ? [] : shown.filter((k) => k <= most).map((k) => estimate(results, k));
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
