/** Grown when asked for more: `logFactorials[n]` is ln n!. */
const logFactorials = [0];
let roundingError = 0;

/**
 * ln n! for whole n. A sum with its rounding errors carried along (Kahan), so that it is right to the last digits where
 * approximations of log-gamma are not, and big counts do not overflow.
 */
export function logFactorial(n: number): number {
  for (let next = logFactorials.length; next <= n; next += 1) {
    const before = logFactorials[next - 1] ?? 0;
    const step = Math.log(next) - roundingError;
    const after = before + step;
    roundingError = after - before - step;
    logFactorials.push(after);
  }
  const value = logFactorials[n];
  if (value === undefined) throw new RangeError(`ln ${n}! is asked for: whole numbers from 0 only`);
  return value;
}

interface Binomial {
  readonly trials: number;
  readonly probability: number;
}

/** The chance of exactly so many successes. */
export function binomialProbability({ trials, probability }: Binomial, successes: number): number {
  if (successes < 0 || successes > trials) return 0;
  if (probability <= 0) return successes === 0 ? 1 : 0;
  if (probability >= 1) return successes === trials ? 1 : 0;
  const ways = logFactorial(trials) - logFactorial(successes) - logFactorial(trials - successes);
  return Math.exp(ways + successes * Math.log(probability) + (trials - successes) * Math.log1p(-probability));
}

/** The chance of so many successes or fewer: a sum from the largest down, as far as it still changes. */
export function binomialAtMost(distribution: Binomial, successes: number): number {
  const middle = distribution.trials * distribution.probability;
  let sum = 0;
  for (let count = successes; count >= 0; count -= 1) {
    const chance = binomialProbability(distribution, count);
    sum += chance;
    if (count < middle && chance < 1e-18 * sum) break;
  }
  return Math.min(1, sum);
}

/**
 * Wilson's score interval of a rate, 95 %. Unlike the usual ± it stays between 0 and 1 and says something for 0 and for
 * all of n. `trials` need not be whole: an effective number of trials may be given.
 */
export function wilsonInterval({ passed, trials }: { passed: number; trials: number }): Interval | null {
  if (trials <= 0) return null;
  const rate = passed / trials;
  const squared = normalQuantile ** 2;
  const middle = (rate + squared / (2 * trials)) / (1 + squared / trials);
  const half =
    (normalQuantile / (1 + squared / trials)) *
    Math.sqrt((rate * (1 - rate)) / trials + squared / (4 * trials * trials));
  // At the ends the formula gives 0 and 1 but for rounding.
  return {
    low: passed <= 0 ? 0 : Math.max(0, middle - half),
    high: passed >= trials ? 1 : Math.min(1, middle + half),
  };
}

/**
 * McNemar's exact test, two-sided: how likely so unequal a split of the discordant pairs is when each falls to either
 * side with the same chance.
 */
export function exactMcNemar({ lost, gained }: { lost: number; gained: number }): number {
  const smaller = Math.min(lost, gained);
  return Math.min(1, 2 * binomialAtMost({ trials: lost + gained, probability: 0.5 }, smaller));
}

/** Both ends included. Of a rate: 0 to 1. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The 97.5 % point of the standard normal distribution: all intervals here are of 95 %. */
export const normalQuantile = 1.959963984540054;
