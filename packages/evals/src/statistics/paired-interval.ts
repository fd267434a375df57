import type { Interval } from "./binomial.ts";
import { normalQuantile } from "./binomial.ts";

interface PairedCounts {
  readonly gained: number;
  readonly lost: number;
  readonly exercises: number;
}

/**
 * The 95 % interval of the difference of two paired rates by Bonett and Price: adds one pair on either side, then uses the
 * normal approximation. Useful even if no pair is discordant, where a bootstrap gives 0 to 0.
 */
export function pairedInterval({ gained, lost, exercises }: PairedCounts): Interval {
  const pairs = exercises + 2;
  const up = (gained + 1) / pairs;
  const down = (lost + 1) / pairs;
  const half = normalQuantile * Math.sqrt((up + down - (up - down) ** 2) / pairs);
  return { low: Math.max(-1, up - down - half), high: Math.min(1, up - down + half) };
}
