/** What the seller says. */
export function twoFer(name = "") {
  return `A loaf for ${name.trim() || "a friend"} and a loaf for me.`;
}
