import { index, mean } from "d3-array";
import { type ExerciseResult, exerciseKey } from "./exercise-result.ts";
import type { Tries } from "./repeated-tries.ts";

/** An exercise with scored trials in both runs. */
export interface ExercisePair {
  readonly language: string;
  readonly exercise: string;
  readonly baseline: Tries;
  readonly candidate: Tries;
  /** Pass rate of the candidate − that of the baseline: −1 to 1. */
  readonly difference: number;
}

export function pairExercises(
  baseline: readonly ExerciseResult[],
  candidate: readonly ExerciseResult[],
): ExercisePair[] {
  const candidates = index(candidate.filter(isTried), exerciseKey);
  return baseline.filter(isTried).flatMap((before) => {
    const after = candidates.get(exerciseKey(before));
    if (after === undefined) return [];
    const { language, exercise } = before;
    return { language, exercise, baseline: before, candidate: after, difference: rateOf(after) - rateOf(before) };
  });
}

/** Whether every exercise was tried exactly once on either side. */
export function isTriedOnce(pairs: readonly ExercisePair[]): boolean {
  return pairs.every(({ baseline, candidate }) => baseline.scored === 1 && candidate.scored === 1);
}

/** The share of pairs of trials, one from each run on the same exercise, that end differently. */
export function discordanceOf(pairs: readonly ExercisePair[]): number {
  const shares = pairs.map(({ baseline, candidate }) => {
    const before = rateOf(baseline);
    const after = rateOf(candidate);
    return before * (1 - after) + after * (1 - before);
  });
  return mean(shares) ?? 0;
}

export function rateOf({ passed, scored }: Tries): number {
  return passed / scored;
}

function isTried({ scored }: ExerciseResult): boolean {
  return scored > 0;
}
