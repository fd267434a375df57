/** The text as a list of lines. Throws a RangeError for a width below 3. */
export function wrap(text, width) {
  throw new Error("not written yet");
}
