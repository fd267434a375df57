/** The fee in cents for a stay of so many minutes. Throws a RangeError for a negative time. */
export function fee(minutes) {
  throw new Error("not written yet");
}
