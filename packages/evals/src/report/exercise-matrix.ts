import { ascending } from "d3-array";
import { type ExerciseResult, exerciseKey, type RunSummary } from "../statistics/index.ts";

/** The result of one exercise in each run. */
export interface MatrixRow {
  readonly language: string;
  readonly exercise: string;
  /** In the order of the runs; null if a run did not include it. */
  readonly results: readonly (ExerciseResult | null)[];
  /** Whether two runs with scored trials passed it to a different degree. */
  readonly isFlip: boolean;
}

export function exerciseMatrix(runs: readonly RunSummary[]): MatrixRow[] {
  const byRun = runs.map(({ exercises }) => new Map(exercises.map((result) => [exerciseKey(result), result])));
  const all = new Map(runs.flatMap(({ exercises }) => exercises.map((result) => [exerciseKey(result), result])));
  return [...all]
    .map(([key, { language, exercise }]) => {
      const results = byRun.map((ofRun) => ofRun.get(key) ?? null);
      const rates = results.flatMap((result) =>
        result === null || result.scored === 0 ? [] : result.passed / result.scored,
      );
      return { language, exercise, results, isFlip: new Set(rates).size > 1 };
    })
    .sort((left, right) => ascending(left.language, right.language) || ascending(left.exercise, right.exercise));
}
