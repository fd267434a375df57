import { type EvalTrial, isScored, type TrialMetrics } from "@roo-code/types";
import { mean, rollup } from "d3-array";
import type { Interval } from "./binomial.ts";
import { exerciseKey } from "./exercise-result.ts";
import { bootstrapMean } from "./resample.ts";

/** The difference in usage per trial, candidate − baseline by paired bootstrap, on exercises with known usage in both runs. */
export interface UsageDifference {
  readonly exercises: number;
  readonly baseline: number;
  readonly candidate: number;
  readonly difference: number;
  readonly interval: Interval | null;
}

export function usageDifference(
  baseline: readonly EvalTrial[],
  candidate: readonly EvalTrial[],
  measure: (metrics: TrialMetrics) => number | null,
): UsageDifference | null {
  const before = meanByExercise(baseline, measure);
  const after = meanByExercise(candidate, measure);
  const pairs = [...before].flatMap(([exercise, value]) => {
    const other = after.get(exercise);
    return other === undefined ? [] : { baseline: value, candidate: other, difference: other - value };
  });
  if (pairs.length === 0) return null;
  return {
    exercises: pairs.length,
    baseline: mean(pairs, (pair) => pair.baseline) ?? 0,
    candidate: mean(pairs, (pair) => pair.candidate) ?? 0,
    difference: mean(pairs, (pair) => pair.difference) ?? 0,
    interval: bootstrapMean(pairs.map((pair) => pair.difference)),
  };
}

function meanByExercise(trials: readonly EvalTrial[], measure: (metrics: TrialMetrics) => number | null) {
  const known = trials.filter(isScored).flatMap((trial) => {
    const value = trial.metrics === null ? null : measure(trial.metrics);
    return value === null ? [] : { key: exerciseKey(trial), value };
  });
  return rollup(
    known,
    (ofExercise) => mean(ofExercise, ({ value }) => value) ?? 0,
    ({ key }) => key,
  );
}
