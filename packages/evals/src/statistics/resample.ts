import { mean, quantile } from "d3-array";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { Interval } from "./binomial.ts";

/** A fixed seed, so that the same trials give the same report. */
const seed = 20_240_229;
const resamples = 10_000;

/**
 * The 95 % interval of a mean by bootstrap: exercises are drawn with replacement, and the middle 95 % of the means is taken.
 * With the differences of two runs per exercise it is the paired bootstrap. Null if all values are the same, because
 * resampling them cannot show their spread.
 */
export function bootstrapMean(values: readonly number[]): Interval | null {
  if (new Set(values).size < 2) return null;
  const random = xoroshiro128plus(seed);
  const means = new Float64Array(resamples);
  for (let round = 0; round < resamples; round += 1) {
    let sum = 0;
    for (let draw = 0; draw < values.length; draw += 1) sum += values[uniformInt(random, 0, values.length - 1)] ?? 0;
    means[round] = sum / values.length;
  }
  return { low: quantile(means, 0.025) ?? 0, high: quantile(means, 0.975) ?? 0 };
}

/**
 * The probability of a mean at least this far from 0 if every difference could equally have the opposite sign (two-sided).
 * With differences of −1, 0 and 1 it is McNemar's test; a p-value from the bootstrap would give more false positives when
 * few exercises differ.
 */
export function signFlipTest(differences: readonly number[]): number {
  const sizes = differences.filter((difference) => difference !== 0).map(Math.abs);
  if (sizes.length === 0) return 1;
  const observed = Math.abs(mean(differences) ?? 0) * differences.length;
  const random = xoroshiro128plus(seed);
  let atLeastAsFar = 0;
  for (let round = 0; round < resamples; round += 1) {
    if (Math.abs(randomlySigned(sizes, () => random.next())) >= observed - 1e-9) atLeastAsFar += 1;
  }
  return (1 + atLeastAsFar) / (1 + resamples);
}

/** Each random 32-bit number decides 32 signs. */
function randomlySigned(sizes: readonly number[], bits: () => number): number {
  let sum = 0;
  let word = 0;
  for (const [index, size] of sizes.entries()) {
    word = index % 32 === 0 ? bits() : word >>> 1;
    sum += (word & 1) === 0 ? size : -size;
  }
  return sum;
}
