/** What the seller says. */
export function twoFer(name) {
  throw new Error("not written yet");
}
