import type { EvalTrial } from "@roo-code/types";
import { descending, rollups } from "d3-array";
import { exerciseKey } from "./exercise-result.ts";
import { outcomeOf } from "./outcome.ts";

/** Trials that went wrong themselves, by the code of what happened. */
export interface ErrorGroup {
  readonly code: string;
  /** What the first of them said. */
  readonly message: string;
  readonly trials: number;
  readonly exercises: readonly string[];
}

/** A trial that passed and looks like cheating. */
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

export function flaggedTrials(trials: readonly EvalTrial[]): FlaggedTrial[] {
  return trials
    .filter((trial) => outcomeOf(trial) === "flagged")
    .map((trial) => ({ exercise: exerciseKey(trial), iteration: trial.iteration, flags: trial.flags }));
}
