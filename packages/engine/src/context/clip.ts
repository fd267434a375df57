/** The beginning and the end of a text that is longer than `limit` characters, with a note on what was omitted. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = Math.ceil((limit * 2) / 3);
  const tail = limit - head;
  const omitted = text.length - head - tail;
  return `${wholeCharacters(text.slice(0, head))}\n[… ${omitted} characters omitted …]\n${wholeCharacters(tail === 0 ? "" : text.slice(-tail))}`;
}

/** One line of at limit `limit` characters. */
export function clipLine(text: string, limit: number): string {
  const line = text
    .slice(0, limit * 4)
    .replace(/\s+/g, " ")
    .trim();
  return line.length <= limit && text.length <= limit * 4
    ? line
    : `${wholeCharacters(line.slice(0, limit - 1)).trimEnd()}…`;
}

/** Drops half of a surrogate pair at either end. */
function wholeCharacters(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF]/, "").replace(/[\uD800-\uDBFF]$/, "");
}
