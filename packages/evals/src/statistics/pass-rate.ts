import { sum } from "d3-array";
import type { Interval } from "./interval.ts";
import type { Tries } from "./pass-at-k.ts";
import { wilsonInterval } from "./wilson.ts";

export interface PassRate {
  readonly passed: number;
  /** The denominator. */
  readonly scored: number;
  /** Exercises with a scored trial. */
  readonly exercises: number;
  /** How many independent trials the scored ones are worth: fewer when iterations of an exercise end alike. */
  readonly effectiveTrials: number;
  readonly rate: number | null;
  readonly interval: Interval | null;
}

/** The share of scored trials that passed, with Wilson's interval, clustered by exercise. */
export function passRate(results: readonly Tries[]): PassRate {
  const tried = results.filter(({ scored }) => scored > 0);
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

/**
 * p(1 − p) over the variance of p̂ that takes each exercise as one draw. Between the number of exercises (iterations
 * always end alike) and the number of trials (they have nothing in common); the former when all trials ended alike,
 * which says nothing about it.
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
