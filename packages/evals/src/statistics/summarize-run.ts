import {
  countOutcomes,
  type EvalRun,
  type EvalTrial,
  isScored,
  type OutcomeCounts,
  outcomeOf,
  type TrialLimit,
} from "@roo-code/types";
import { ascending, groups, rollup } from "d3-array";
import { type Distribution, distributionOf } from "./distribution.ts";
import { type ExerciseResult, resultsByExercise } from "./exercise-result.ts";
import { type PassRate, passRate } from "./pass-rate.ts";
import { planRun, type RunPlan } from "./plan-run.ts";
import { type RepeatedTries, repeatedTries } from "./repeated-tries.ts";
import type { ErrorGroup, FlaggedTrial, Spending, ToolFailures } from "./run-totals.ts";
import { errorGroups, flaggedTrials, spendingOf, toolFailures } from "./run-totals.ts";

export interface RunWithTrials {
  readonly run: EvalRun;
  readonly trials: readonly EvalTrial[];
}

export interface RunSummary {
  readonly run: EvalRun;
  readonly trials: number;
  readonly counts: OutcomeCounts;
  readonly passRate: PassRate;
  readonly languages: readonly LanguageSummary[];
  readonly exercises: readonly ExerciseResult[];
  readonly repeatedTries: readonly RepeatedTries[];
  /** Exercises that passed in one iteration and failed in another. */
  readonly flakes: readonly ExerciseResult[];
  readonly spending: Spending;
  /** The time the agent worked in scored trials, in milliseconds. */
  readonly durations: {
    readonly all: Distribution | null;
    readonly passed: Distribution | null;
    readonly notPassed: Distribution | null;
  };
  readonly limits: Readonly<Partial<Record<TrialLimit, number>>>;
  readonly tools: readonly ToolFailures[];
  readonly errors: readonly ErrorGroup[];
  readonly flagged: readonly FlaggedTrial[];
  readonly voided: readonly FlaggedTrial[];
  /** Exercises that pass without any change. */
  readonly excluded: readonly ExerciseResult[];
  /** What a second run like this one could show. */
  readonly plan: RunPlan;
}

export interface LanguageSummary {
  readonly language: string;
  readonly counts: OutcomeCounts;
  readonly passRate: PassRate;
}

/** All statistics of a run, which may still be running. */
export function summarizeRun({ run, trials }: RunWithTrials): RunSummary {
  const exercises = resultsByExercise(trials);
  const overall = passRate(exercises);
  return {
    run,
    trials: trials.length,
    counts: countOutcomes(trials),
    passRate: overall,
    languages: groups(trials, ({ language }) => language)
      .map(([language, ofLanguage]) => ({
        language,
        counts: countOutcomes(ofLanguage),
        passRate: passRate(resultsByExercise(ofLanguage)),
      }))
      .sort((left, right) => ascending(left.language, right.language)),
    exercises,
    repeatedTries: repeatedTries(exercises),
    flakes: exercises.filter(({ scored, passed }) => passed > 0 && passed < scored),
    spending: spendingOf(trials),
    durations: durationsOf(trials.filter(isScored)),
    limits: limitsOf(trials),
    tools: toolFailures(trials),
    errors: errorGroups(trials),
    flagged: flaggedTrials(trials, "passed"),
    voided: flaggedTrials(trials, "voided"),
    excluded: exercises.filter(({ excluded }) => excluded > 0),
    plan: planRun({ exercises: overall.exercises, iterations: run.request.iterations }),
  };
}

function durationsOf(scored: readonly EvalTrial[]): RunSummary["durations"] {
  const of = (trials: readonly EvalTrial[]) => distributionOf(trials.flatMap(({ metrics }) => metrics?.duration ?? []));
  return {
    all: of(scored),
    passed: of(scored.filter((trial) => outcomeOf(trial) === "passed")),
    notPassed: of(scored.filter((trial) => outcomeOf(trial) !== "passed")),
  };
}

function limitsOf(trials: readonly EvalTrial[]): RunSummary["limits"] {
  const limited = trials.filter(({ limit }) => limit !== null);
  return Object.fromEntries(
    rollup(
      limited,
      (group) => group.length,
      ({ limit }) => limit ?? "time",
    ),
  );
}
