/** The label of a seat. Throws a RangeError. */
export function label(seat, width) {
  throw new Error("not written yet");
}

/** The number of the seat with a label. Throws a RangeError. */
export function seat(label, width) {
  throw new Error("not written yet");
}
