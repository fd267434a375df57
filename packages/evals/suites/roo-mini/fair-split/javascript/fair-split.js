/** The shares in the order of the weights. Throws a RangeError. */
export function split(amount, weights) {
  throw new Error("not written yet");
}
