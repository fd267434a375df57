/** Controls, marks that turn text around, characters without a look, private and unassigned ones: all that can hide words. */
const hidden = /[^\P{C}\n\t]|[\p{Zl}\p{Zp}\p{Variation_Selector}]/gu;

/** A server's words: only what can be seen, and not more than so much of it. */
export function cleanText(text: unknown, longest: number): string {
  if (typeof text !== "string") return "";
  // Cut first as well: a text of megabytes is not looked through.
  const seen = text
    .slice(0, longest * 4)
    .replace(hidden, "")
    .trim();
  return seen.length <= longest ? seen : `${seen.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** The same on one line. */
export function cleanLine(text: unknown, longest: number): string {
  return cleanText(typeof text === "string" ? text.slice(0, longest * 4).replace(/\s+/g, " ") : text, longest);
}
