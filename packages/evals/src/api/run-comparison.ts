import { RooError } from "@roo-code/types";
import type { RunComparison as ApiComparison } from "@roo-code/types/api";
import { comparisonWords } from "../report/words/comparison-words.ts";
import {
  compareRuns,
  type ExerciseResult,
  exerciseKey,
  type RunWithTrials,
  resultsByExercise,
} from "../statistics/index.ts";

/** Whether the second run is better, as programs get it. Throws `RooError` `nothing_shared`. */
export function apiComparison(first: RunWithTrials, second: RunWithTrials): ApiComparison {
  const comparison = compareRuns(first, second);
  const { overall } = comparison;
  if (overall === null) throw nothingShared(first, second);
  const [verdict = ""] = comparisonWords(comparison, {
    baseline: `run ${first.run.id}`,
    candidate: `run ${second.run.id}`,
  });
  return {
    shared: overall.exercises,
    onlyA: overall.lost,
    onlyB: overall.gained,
    both: overall.bothSolved,
    neither: overall.neitherSolved,
    difference: points(overall.difference),
    interval: { low: points(overall.interval?.low ?? -1), high: points(overall.interval?.high ?? 1) },
    pValue: overall.p,
    method: overall.test,
    // Where nothing can be shown, not even the largest difference is.
    smallestDifference: points(overall.detectable ?? 1),
    verdict,
    languages: comparison.languages.map(({ language, difference }) => ({
      language,
      difference: points(difference.difference),
      pValue: difference.adjustedP,
    })),
    exercises: exercisesOf(resultsByExercise(first.trials), resultsByExercise(second.trials)),
    changes: comparison.changes.map(({ path, baseline, candidate }) => ({ key: path, a: baseline, b: candidate })),
  };
}

function exercisesOf(first: readonly ExerciseResult[], second: readonly ExerciseResult[]): ApiComparison["exercises"] {
  const named = new Map([...first, ...second].map((result) => [exerciseKey(result), result]));
  return [...named].map(([key, { language, exercise }]) => ({
    language,
    exercise,
    a: rateOf(first.find((result) => exerciseKey(result) === key)),
    b: rateOf(second.find((result) => exerciseKey(result) === key)),
  }));
}

function rateOf(result: ExerciseResult | undefined): number | null {
  return result === undefined || result.scored === 0 ? null : result.passed / result.scored;
}

function points(share: number): number {
  return Math.round(share * 100_000) / 1000;
}

function nothingShared(first: RunWithTrials, second: RunWithTrials): RooError {
  return new RooError({
    code: "nothing_shared",
    message: `Runs ${first.run.id} and ${second.run.id} have no graded exercise in common.`,
    next: "Compare runs of the same suite.",
  });
}
