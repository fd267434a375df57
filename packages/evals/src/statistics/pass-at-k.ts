export interface Tries {
  /** How often it was tried. */
  readonly scored: number;
  readonly passed: number;
}

/**
 * pass@k: the chance that at least one of k tries passes, estimated without bias from n ≥ k tries of which c passed:
 * 1 − C(n−c, k) / C(n, k). Null where fewer than k tries are known.
 */
export function passAtK({ scored, passed }: Tries, k: number): number | null {
  const noneOfThem = shareOfChoices({ from: scored - passed, all: scored, k });
  return noneOfThem === null ? null : 1 - noneOfThem;
}

/** pass^k: the chance that k tries all pass, in the same way: C(c, k) / C(n, k). */
export function passHatK({ scored, passed }: Tries, k: number): number | null {
  return shareOfChoices({ from: passed, all: scored, k });
}

/** C(from, k) / C(all, k) as a product, so that nothing overflows. */
function shareOfChoices({ from, all, k }: { from: number; all: number; k: number }): number | null {
  if (k < 1 || all < k) return null;
  let share = 1;
  for (let drawn = 0; drawn < k; drawn += 1) share *= Math.max(0, from - drawn) / (all - drawn);
  return share;
}
