import { countOutcomes, type EvalTrial, isScored } from "@roo-code/types";
import { ascending, groups } from "d3-array";

/** The results of all iterations of one exercise in one run. */
export interface ExerciseResult {
  readonly language: string;
  readonly exercise: string;
  readonly scored: number;
  readonly passed: number;
  readonly voided: number;
  readonly excluded: number;
  readonly errors: number;
}

/** One for each exercise with a trial, by language and name. */
export function resultsByExercise(trials: readonly EvalTrial[]): ExerciseResult[] {
  return groups(trials, exerciseKey)
    .map(([, ofExercise]) => resultOf(ofExercise))
    .sort((left, right) => ascending(left.language, right.language) || ascending(left.exercise, right.exercise));
}

/** Names of exercises are unique only within a language. */
export function exerciseKey({ language, exercise }: { language: string; exercise: string }): string {
  return `${language}/${exercise}`;
}

function resultOf(trials: readonly EvalTrial[]): ExerciseResult {
  const { passed, voided, excluded, error } = countOutcomes(trials);
  return {
    language: trials[0]?.language ?? "",
    exercise: trials[0]?.exercise ?? "",
    scored: trials.filter(isScored).length,
    passed,
    voided,
    excluded,
    errors: error,
  };
}
