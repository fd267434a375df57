/** A text of at most so many characters: its beginning and its end, and how much is missing between them. */
export function excerpt(text: string, most: number): string {
  const whole = text.trim();
  if (whole.length <= most) return whole;
  const half = Math.floor(most / 2);
  // Not half of a character that takes two units.
  const head = whole.slice(0, half).replace(/[\uD800-\uDBFF]$/, "");
  const tail = whole.slice(-half).replace(/^[\uDC00-\uDFFF]/, "");
  return `${head}\n[… ${whole.length - head.length - tail.length} characters left out …]\n${tail}`;
}
