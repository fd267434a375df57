import type { EvalRun } from "@roo-code/types";
import { groups } from "d3-array";
import { type ConfigurationChange, configurationChanges } from "./configuration-changes.ts";
import { exerciseKey, resultsByExercise } from "./exercise-result.ts";
import { holm } from "./holm.ts";
import { type PairedDifference, pairedDifference } from "./paired-difference.ts";
import { type ExercisePair, pairExercises } from "./paired-exercises.ts";
import type { RunWithTrials } from "./summarize-run.ts";
import { type UsageDifference, usageDifference } from "./usage-difference.ts";

export interface RunComparison {
  readonly baseline: EvalRun;
  readonly candidate: EvalRun;
  readonly changes: readonly ConfigurationChange[];
  /** Null if no exercise has scored trials in both runs. */
  readonly overall: PairedDifference | null;
  /** p-values corrected among the languages. */
  readonly languages: readonly LanguageDifference[];
  /** Exercises whose pass rate differs, the largest losses first. */
  readonly flips: readonly ExercisePair[];
  /** Exercises with scored trials in only one of the runs; not compared. */
  readonly onlyBaseline: readonly string[];
  readonly onlyCandidate: readonly string[];
  readonly cost: UsageDifference | null;
  readonly duration: UsageDifference | null;
}

export interface LanguageDifference {
  readonly language: string;
  readonly difference: PairedDifference;
}

/** Two runs on the exercises they share. */
export function compareRuns(baseline: RunWithTrials, candidate: RunWithTrials): RunComparison {
  const before = resultsByExercise(baseline.trials).filter(({ scored }) => scored > 0);
  const after = resultsByExercise(candidate.trials).filter(({ scored }) => scored > 0);
  const pairs = pairExercises(before, after);
  const shared = new Set(pairs.map(exerciseKey));
  const unshared = (results: typeof before) => results.map(exerciseKey).filter((key) => !shared.has(key));
  return {
    baseline: baseline.run,
    candidate: candidate.run,
    changes: configurationChanges(baseline.run, candidate.run),
    overall: pairedDifference(pairs),
    languages: languageDifferences(pairs),
    flips: pairs.filter(({ difference }) => difference !== 0).sort((left, right) => left.difference - right.difference),
    onlyBaseline: unshared(before),
    onlyCandidate: unshared(after),
    cost: usageDifference(baseline.trials, candidate.trials, ({ cost }) => cost),
    duration: usageDifference(baseline.trials, candidate.trials, ({ duration }) => duration),
  };
}

/** Compares every other run with the first, with p-values corrected for the number of comparisons. */
export function compareWithFirst(runs: readonly RunWithTrials[]): RunComparison[] {
  const [first, ...others] = runs;
  if (first === undefined) return [];
  const comparisons = others.map((other) => compareRuns(first, other));
  const adjusted = holm(comparisons.map(({ overall }) => overall?.p ?? 1));
  return comparisons.map((comparison, position) => ({
    ...comparison,
    overall: comparison.overall && { ...comparison.overall, adjustedP: adjusted[position] ?? 1 },
  }));
}

function languageDifferences(pairs: readonly ExercisePair[]): LanguageDifference[] {
  const slices = groups(pairs, ({ language }) => language).flatMap(([language, ofLanguage]) => {
    const difference = pairedDifference(ofLanguage);
    return difference === null ? [] : { language, difference };
  });
  const adjusted = holm(slices.map(({ difference }) => difference.p));
  return slices.map(({ language, difference }, position) => ({
    language,
    difference: { ...difference, adjustedP: adjusted[position] ?? 1 },
  }));
}
