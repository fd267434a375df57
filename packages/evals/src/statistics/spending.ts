import { countOutcomes, type EvalTrial, isScored } from "@roo-code/types";
import { sum } from "d3-array";

export interface Spending {
  /** US dollars of all trials whose price is known, errors included. */
  readonly total: number;
  readonly pricedTrials: number;
  readonly unpricedTrials: number;
  /** Of the scored trials, per passed one. Null when nothing passed or a price is not known. */
  readonly perSolved: number | null;
  /** Of one scored trial on average; null as above. */
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
