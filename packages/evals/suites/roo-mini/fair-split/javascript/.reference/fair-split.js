/** The shares in the order of the weights. Throws a RangeError. */
export function split(amount, weights) {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0 || weights.some((weight) => weight < 0))
    throw new RangeError("the weights must not be negative, and not all 0");
  if (amount < 0) return split(-amount, weights).map((share) => 0 - share);
  const shares = weights.map((weight) => Math.floor((amount * weight) / total));
  const losses = weights.map((weight, index) => ({ index, loss: (amount * weight) % total }));
  const left = amount - shares.reduce((sum, share) => sum + share, 0);
  for (const { index } of losses.sort((one, other) => other.loss - one.loss).slice(0, left)) shares[index] += 1;
  return shares;
}
