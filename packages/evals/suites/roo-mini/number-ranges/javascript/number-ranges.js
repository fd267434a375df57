/** The numbers as a short text. */
export function compact(numbers) {
  throw new Error("not written yet");
}

/** The numbers that a text stands for. Throws a SyntaxError. */
export function expand(text) {
  throw new Error("not written yet");
}
