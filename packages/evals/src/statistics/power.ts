import { binomialAtMost, binomialProbability, exactMcNemar } from "./binomial.ts";

export const significance = 0.05;
const targetPower = 0.8;
/** The typical share of exercises that end differently for two comparable agents. */
export const defaultDiscordance = 0.15;

interface PairedDesign {
  /** Exercises that both runs include. */
  readonly exercises: number;
  /** Share of the exercises that end differently in the two runs. */
  readonly discordance: number;
}

/** The probability that McNemar's exact test detects a true difference between two pass rates. */
export function mcNemarPower({ exercises, discordance }: PairedDesign, difference: number): number {
  // The minimum discordance of a difference has all discordant pairs on one side.
  const share = Math.min(1, Math.max(discordance, Math.abs(difference)));
  if (share === 0) return 0;
  const gainedShare = (share + Math.abs(difference)) / (2 * share);
  let power = 0;
  for (let pairs = 1; pairs <= exercises; pairs += 1) {
    const probability = binomialProbability({ trials: exercises, probability: share }, pairs);
    if (probability < 1e-10) continue;
    const critical = criticalCount(pairs);
    if (critical < 0) continue;
    power += probability * binomialAtMost({ trials: pairs, probability: 1 - gainedShare }, critical);
    power += probability * binomialAtMost({ trials: pairs, probability: gainedShare }, critical);
  }
  return power;
}

/** The smallest difference (0 to 1) that is detected with the target power; null if not even the largest is. */
export function detectableDifference(design: PairedDesign): number | null {
  if (mcNemarPower(design, 1) < targetPower) return null;
  let tooSmall = 0;
  let enough = 1;
  while (enough - tooSmall > 1e-4) {
    const middle = (tooSmall + enough) / 2;
    if (mcNemarPower(design, middle) >= targetPower) enough = middle;
    else tooSmall = middle;
  }
  return enough;
}

/** By number of discordant pairs; independent of the difference. */
const criticalCounts = new Map<number, number>();

/** The largest count on the smaller side of this many discordant pairs that is still significant; −1 if none is. */
function criticalCount(pairs: number): number {
  const known = criticalCounts.get(pairs);
  if (known !== undefined) return known;
  let significant = -1;
  let tooMany = Math.floor(pairs / 2) + 1;
  while (tooMany - significant > 1) {
    const middle = Math.floor((significant + tooMany) / 2);
    if (exactMcNemar({ lost: middle, gained: pairs - middle }) <= significance) significant = middle;
    else tooMany = middle;
  }
  criticalCounts.set(pairs, significant);
  return significant;
}
