import { mean, sum, variance } from "d3-array";
import type { Interval } from "./binomial.ts";
import { exactMcNemar } from "./binomial.ts";
import { discordanceOf, type ExercisePair, isTriedOnce, rateOf } from "./paired-exercises.ts";
import { pairedInterval } from "./paired-interval.ts";
import { detectableDifference } from "./power.ts";
import { bootstrapMean, signFlipTest } from "./resample.ts";

export interface PairedDifference {
  /** Shared exercises with scored trials in both runs: all numbers here are about these. */
  readonly exercises: number;
  /** Means over exercises. */
  readonly baselineRate: number;
  readonly candidateRate: number;
  /** candidate − baseline. */
  readonly difference: number;
  readonly interval: Interval | null;
  /** Exercises on which the candidate does better, worse, and the same: solved or not. */
  readonly gained: number;
  readonly lost: number;
  readonly bothSolved: number;
  readonly neitherSolved: number;
  readonly sameOtherwise: number;
  readonly discordance: number;
  readonly test: "mcnemar" | "sign-flip";
  readonly p: number;
  /** Corrected by Holm's method; equal to p if nothing else was tested. */
  readonly adjustedP: number;
  /** The smallest difference these exercises can detect with a power of 80 %; null if none. */
  readonly detectable: number | null;
}

/** Null if the runs share no exercise. */
export function pairedDifference(pairs: readonly ExercisePair[]): PairedDifference | null {
  if (pairs.length === 0) return null;
  const differences = pairs.map(({ difference }) => difference);
  const gained = differences.filter((difference) => difference > 0).length;
  const lost = differences.filter((difference) => difference < 0).length;
  const same = pairs.filter(({ difference }) => difference === 0);
  const bothSolved = same.filter(({ baseline }) => rateOf(baseline) === 1).length;
  const neitherSolved = same.filter(({ baseline }) => rateOf(baseline) === 0).length;
  const once = isTriedOnce(pairs);
  const p = once ? exactMcNemar({ lost, gained }) : signFlipTest(differences);
  const discordance = discordanceOf(pairs);
  return {
    exercises: pairs.length,
    baselineRate: mean(pairs, ({ baseline }) => rateOf(baseline)) ?? 0,
    candidateRate: mean(pairs, ({ candidate }) => rateOf(candidate)) ?? 0,
    difference: mean(differences) ?? 0,
    interval:
      once || same.length === pairs.length
        ? pairedInterval({ gained, lost, exercises: pairs.length })
        : bootstrapMean(differences),
    gained,
    lost,
    bothSolved,
    neitherSolved,
    sameOtherwise: same.length - bothSolved - neitherSolved,
    discordance,
    test: once ? "mcnemar" : "sign-flip",
    p,
    adjustedP: p,
    detectable: detectableDifference({ exercises: effectiveExercises(pairs, discordance), discordance }),
  };
}

/**
 * The equivalent number of exercises tried once, because iterations reduce the variance. Between the number of exercises
 * and the number of pairs of trials.
 */
function effectiveExercises(pairs: readonly ExercisePair[], discordance: number): number {
  const differences = pairs.map(({ difference }) => difference);
  const spread = variance(differences) ?? 0;
  if (spread === 0) return pairs.length;
  const ofOneTry = discordance - (mean(differences) ?? 0) ** 2;
  const trialPairs = sum(pairs, ({ baseline, candidate }) => Math.min(baseline.scored, candidate.scored));
  return Math.floor(Math.min(trialPairs, Math.max(pairs.length, (pairs.length * ofOneTry) / spread)));
}
