/** Where nobody is there, as `[[start, end], …]`. Shifts are `[start, end]`. Throws a RangeError. */
export function gaps(shifts) {
  throw new Error("not written yet");
}

/** How many shifts overlap at most, and since when: `{ count, minute }`. Throws a RangeError. */
export function busiest(shifts) {
  throw new Error("not written yet");
}
