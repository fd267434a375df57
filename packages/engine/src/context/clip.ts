/** The beginning and the end of a text that is longer than `most` characters, and how much is missing between. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = Math.ceil((most * 2) / 3);
  const tail = most - head;
  const left = text.length - head - tail;
  return `${whole(text.slice(0, head))}\n[… ${left} characters left out …]\n${whole(tail === 0 ? "" : text.slice(-tail))}`;
}

/** One line of at most `most` characters. */
export function clipLine(text: string, most: number): string {
  const line = text
    .slice(0, most * 4)
    .replace(/\s+/g, " ")
    .trim();
  return line.length <= most && text.length <= most * 4 ? line : `${whole(line.slice(0, most - 1)).trimEnd()}…`;
}

/** Without half of a character at either end. */
function whole(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF]/, "").replace(/[\uD800-\uDBFF]$/, "");
}
