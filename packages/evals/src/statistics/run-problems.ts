import { type EvalTrial, type Outcome, outcomeOf } from "@roo-code/types";
import { descending, rollups } from "d3-array";
import { exerciseKey } from "./exercise-result.ts";

/** Trials that went wrong themselves, by the code of what happened. */
export interface ErrorGroup {
  readonly code: string;
  /** What the first of them said. */
  readonly message: string;
  readonly trials: number;
  readonly exercises: readonly string[];
}

/** A trial with something that a person may want to look at. */
export interface FlaggedTrial {
  readonly exercise: string;
  readonly iteration: number;
  readonly flags: readonly string[];
}

export function errorGroups(trials: readonly EvalTrial[]): ErrorGroup[] {
  const errors = trials.filter((trial) => outcomeOf(trial) === "error");
  return rollups(
    errors,
    (group) => ({
      message: group[0]?.error?.message ?? "",
      trials: group.length,
      exercises: [...new Set(group.map(exerciseKey))],
    }),
    (trial) => trial.error?.code ?? "unknown",
  )
    .map(([code, group]) => ({ code, ...group }))
    .sort((left, right) => descending(left.trials, right.trials));
}

/** Those that count as passed, or those whose pass is void. */
export function flaggedTrials(
  trials: readonly EvalTrial[],
  outcome: Extract<Outcome, "passed" | "voided">,
): FlaggedTrial[] {
  return trials
    .filter((trial) => outcomeOf(trial) === outcome && trial.flags.length > 0)
    .map((trial) => ({ exercise: exerciseKey(trial), iteration: trial.iteration, flags: trial.flags }));
}
