/** `logFactorials[n]` is ln n!; extended on demand. */
const logFactorials = [0];
let roundingError = 0;

/**
 * ln n! for integers. A Kahan sum, which is exact to the last digits where approximations of log-gamma are not; large
 * counts do not overflow.
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
  if (value === undefined) throw new RangeError(`ln ${n}! is not defined: n must be a non-negative integer`);
  return value;
}

interface Binomial {
  readonly trials: number;
  readonly probability: number;
}

/** The probability of exactly this many successes. */
export function binomialProbability({ trials, probability }: Binomial, successes: number): number {
  if (successes < 0 || successes > trials) return 0;
  if (probability <= 0) return successes === 0 ? 1 : 0;
  if (probability >= 1) return successes === trials ? 1 : 0;
  const ways = logFactorial(trials) - logFactorial(successes) - logFactorial(trials - successes);
  return Math.exp(ways + successes * Math.log(probability) + (trials - successes) * Math.log1p(-probability));
}

/** The probability of at most this many successes, summed from the largest count down until it no longer changes. */
export function binomialAtMost(distribution: Binomial, successes: number): number {
  const middle = distribution.trials * distribution.probability;
  let sum = 0;
  for (let count = successes; count >= 0; count -= 1) {
    const probability = binomialProbability(distribution, count);
    sum += probability;
    if (count < middle && probability < 1e-18 * sum) break;
  }
  return Math.min(1, sum);
}

/**
 * Wilson's 95 % score interval of a rate. Unlike the normal approximation it stays between 0 and 1 and is useful for 0 of
 * n and n of n. `trials` may be a fraction: an effective number of trials.
 */
export function wilsonInterval({ passed, trials }: { passed: number; trials: number }): Interval | null {
  if (trials <= 0) return null;
  const rate = passed / trials;
  const squared = normalQuantile ** 2;
  const middle = (rate + squared / (2 * trials)) / (1 + squared / trials);
  const half =
    (normalQuantile / (1 + squared / trials)) *
    Math.sqrt((rate * (1 - rate)) / trials + squared / (4 * trials * trials));
  // The formula gives 0 and 1 at the ends, except for rounding.
  return {
    low: passed <= 0 ? 0 : Math.max(0, middle - half),
    high: passed >= trials ? 1 : Math.min(1, middle + half),
  };
}

/**
 * McNemar's exact test, two-sided: the probability of a split of the discordant pairs at least this unequal if both sides
 * are equally likely.
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

/** The 97.5 % quantile of the standard normal distribution, for 95 % intervals. */
export const normalQuantile = 1.959963984540054;
