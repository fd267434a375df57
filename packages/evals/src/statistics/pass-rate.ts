import type { EvalRate } from "@roo-code/types";
import { sum } from "d3-array";
import type { Interval } from "./binomial.ts";
import { wilsonInterval } from "./binomial.ts";
import type { Tries } from "./repeated-tries.ts";

export interface PassRate {
  readonly passed: number;
  /** The denominator. */
  readonly scored: number;
  /** Exercises with a scored trial. */
  readonly exercises: number;
  /** The equivalent number of independent trials: fewer if iterations of an exercise are correlated. */
  readonly effectiveTrials: number;
  readonly rate: number | null;
  readonly interval: Interval | null;
}

/** The share of scored trials that passed, with Wilson's interval, clustered by exercise. */
export function passRate(results: readonly Tries[]): PassRate {
  // Sorted, because the last digit of a sum of fractions depends on the order.
  const tried = results
    .filter(({ scored }) => scored > 0)
    .sort((one, other) => one.scored - other.scored || one.passed - other.passed);
  const scored = sum(tried, (result) => result.scored);
  const passed = sum(tried, (result) => result.passed);
  const trials = effectiveTrials(tried, { scored, passed });
  const rate = scored === 0 ? null : passed / scored;
  return {
    passed,
    scored,
    exercises: tried.length,
    effectiveTrials: trials,
    rate,
    interval: rate === null ? null : wilsonInterval({ passed: rate * trials, trials }),
  };
}

/** Nothing is known without trials. */
const fullInterval = { low: 0, high: 1 };

/** As the API, the CLI and reports show it. */
export function evalRate({ passed, scored, rate, interval }: PassRate): EvalRate {
  return { passed, graded: scored, rate, interval: interval ?? fullInterval };
}

/**
 * p(1 − p) divided by the variance of p̂ with each exercise as one draw. Between the number of exercises (iterations always
 * end the same) and the number of trials (iterations are independent). If all trials ended the same, the correlation is
 * unknown and the number of exercises is used.
 */
function effectiveTrials(results: readonly Tries[], { scored, passed }: Tries): number {
  const exercises = results.length;
  if (scored === exercises) return scored;
  const rate = passed / scored;
  const squares = sum(results, (result) => (result.passed - rate * result.scored) ** 2);
  if (exercises < 2 || passed === 0 || passed === scored) return exercises;
  const variance = ((exercises / (exercises - 1)) * squares) / scored ** 2;
  return Math.min(scored, Math.max(exercises, (rate * (1 - rate)) / variance));
}
