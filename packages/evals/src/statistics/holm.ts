/**
 * Holm's correction: increases the p-values of several tests so that the probability of even one false positive stays
 * below the level. Keeps their order.
 */
export function holm(pValues: readonly number[]): number[] {
  const ascending = pValues.map((p, index) => ({ p, index })).sort((left, right) => left.p - right.p);
  const adjusted = Array.from(pValues, () => 1);
  let largest = 0;
  for (const [rank, { p, index }] of ascending.entries()) {
    largest = Math.max(largest, Math.min(1, p * (pValues.length - rank)));
    adjusted[index] = largest;
  }
  return adjusted;
}
