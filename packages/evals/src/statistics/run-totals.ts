import type { EvalTrial, Outcome } from "@roo-code/types";
import { countOutcomes, isScored, outcomeOf } from "@roo-code/types";
import { ascending, descending, rollups, sum } from "d3-array";
import { exerciseKey } from "./exercise-result.ts";

export interface Spending {
  /** US dollars of all trials whose price is known, including errors. */
  readonly total: number;
  readonly pricedTrials: number;
  readonly unpricedTrials: number;
  /** The cost of all scored trials divided by the number that passed. Null if none passed or a price is not known. */
  readonly perSolved: number | null;
  /** The mean cost of a scored trial; null if a price is not known. */
  readonly perTrial: number | null;
  readonly tokensIn: number;
  readonly tokensOut: number;
}

export function spendingOf(trials: readonly EvalTrial[]): Spending {
  const measured = trials.flatMap(({ metrics }) => metrics ?? []);
  const costs = measured.flatMap(({ cost }) => cost ?? []);
  const scored = trials.filter(isScored);
  const scoredCosts = scored.flatMap(({ metrics }) => metrics?.cost ?? []);
  const scoredTotal = sum(scoredCosts);
  const solved = countOutcomes(scored).passed;
  const isKnown = scored.length > 0 && scoredCosts.length === scored.length;
  return {
    total: sum(costs),
    pricedTrials: costs.length,
    unpricedTrials: measured.length - costs.length,
    perSolved: isKnown && solved > 0 ? scoredTotal / solved : null,
    perTrial: isKnown ? scoredTotal / scored.length : null,
    tokensIn: sum(measured, ({ tokensIn }) => tokensIn),
    tokensOut: sum(measured, ({ tokensOut }) => tokensOut),
  };
}

/** Trials that ended with the same error code. */
export interface ErrorGroup {
  readonly code: string;
  /** The message of the first one. */
  readonly message: string;
  readonly trials: number;
  readonly exercises: readonly string[];
}

/** A trial to review. */
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

/** Flagged trials that passed, or whose pass was voided. */
export function flaggedTrials(
  trials: readonly EvalTrial[],
  outcome: Extract<Outcome, "passed" | "voided">,
): FlaggedTrial[] {
  return trials
    .filter((trial) => outcomeOf(trial) === outcome && trial.flags.length > 0)
    .map((trial) => ({ exercise: exerciseKey(trial), iteration: trial.iteration, flags: trial.flags }));
}

export interface ToolFailures {
  readonly tool: string;
  readonly attempts: number;
  readonly failures: number;
}

/** Every called tool, by number of failures. */
export function toolFailures(trials: readonly EvalTrial[]): ToolFailures[] {
  const totals = new Map<string, { attempts: number; failures: number }>();
  for (const [tool, { attempts, failures }] of trials.flatMap(usagesOf)) {
    const total = totals.get(tool) ?? { attempts: 0, failures: 0 };
    totals.set(tool, { attempts: total.attempts + attempts, failures: total.failures + failures });
  }
  return [...totals]
    .map(([tool, total]) => ({ tool, ...total }))
    .sort((left, right) => descending(left.failures, right.failures) || ascending(left.tool, right.tool));
}

function usagesOf({ metrics }: EvalTrial) {
  return Object.entries(metrics?.toolUsage ?? {});
}
