/** The highest version in the list that the range allows, or null. Throws a SyntaxError. */
export function pick(range, versions) {
  throw new Error("not written yet");
}
