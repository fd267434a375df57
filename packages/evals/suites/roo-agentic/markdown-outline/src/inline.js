/** The text without marks. */
export function plainText(raw) {
  return raw.replaceAll("**", "");
}
