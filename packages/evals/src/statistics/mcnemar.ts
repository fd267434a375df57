import { binomialAtMost } from "./binomial.ts";

/**
 * McNemar's exact test, two-sided: how likely so unequal a split of the discordant pairs is when each falls to either
 * side with the same chance.
 */
export function exactMcNemar({ lost, gained }: { lost: number; gained: number }): number {
  const smaller = Math.min(lost, gained);
  return Math.min(1, 2 * binomialAtMost({ trials: lost + gained, probability: 0.5 }, smaller));
}
