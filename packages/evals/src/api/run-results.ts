import { RooError } from "@roo-code/types";
import type { RunComparison as ApiComparison, RunSummary as ApiSummary } from "@roo-code/types/api";
import { describeComparison } from "../report/describe-comparison.ts";
import type { ExerciseResult, RunSummary, RunWithTrials } from "../statistics/index.ts";
import { compareRuns, evalRate, exerciseKey, resultsByExercise } from "../statistics/index.ts";

/** A run's summary for the API. */
export function apiSummary(summary: RunSummary): ApiSummary {
  const { passRate, languages, repeatedTries, counts, flakes, flagged, excluded, spending, tools, plan } = summary;
  return {
    overall: evalRate(passRate),
    languages: languages.map(({ language, passRate: own }) => ({ language, ...evalRate(own) })),
    passAt: repeatedTries.map(({ k, passAtK, passHatK }) => ({ k, anyOf: passAtK.rate, allOf: passHatK.rate })),
    errors: counts.error,
    voided: counts.voided,
    flagged: flagged.length,
    excluded: excluded.map(({ language, exercise }) => ({ language, exercise })),
    flaky: flakes.map(({ language, exercise, passed, scored }) => ({ language, exercise, passed, tried: scored })),
    costPerSolved: spending.perSolved,
    tools: tools.map(({ tool, attempts, failures }) => ({ tool, attempts, failures })),
    smallestDifference: plan.detectable === null ? null : plan.detectable * 100,
  };
}

/** A comparison of two runs for the API. Throws `RooError` `nothing_shared`. */
export function apiComparison(first: RunWithTrials, second: RunWithTrials): ApiComparison {
  const comparison = compareRuns(first, second);
  const { overall } = comparison;
  if (overall === null) throw nothingShared(first, second);
  const [verdict = ""] = describeComparison(comparison, {
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
    // If no difference could be detected, not even the largest one could.
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
