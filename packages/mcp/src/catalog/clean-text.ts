/** Control, direction, invisible, private-use and unassigned characters: anything that can hide text. */
const hidden = /[^\P{C}\n\t]|[\p{Zl}\p{Zp}\p{Variation_Selector}]/gu;

/** A server's text: visible characters only, truncated to `maxLength`. */
export function cleanText(text: unknown, maxLength: number): string {
  if (typeof text !== "string") return "";
  // Truncated first as well, so that megabytes of text are not scanned.
  const visible = text
    .slice(0, maxLength * 4)
    .replace(hidden, "")
    .trim();
  return visible.length <= maxLength ? visible : `${visible.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** Like `cleanText`, on one line. */
export function cleanLine(text: unknown, maxLength: number): string {
  return cleanText(typeof text === "string" ? text.slice(0, maxLength * 4).replace(/\s+/g, " ") : text, maxLength);
}
