/** A line and how it ends; only the last one may have no ending. */
export interface TextLine {
  readonly text: string;
  readonly ending: "\n" | "\r\n" | "";
}

/** `joinLines` restores the text exactly. A text that ends with a line break has no empty last line. */
export function splitLines(text: string): TextLine[] {
  const lines: TextLine[] = [];
  let start = 0;
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
    const isWindows = end > start && text[end - 1] === "\r";
    lines.push({ text: text.slice(start, isWindows ? end - 1 : end), ending: isWindows ? "\r\n" : "\n" });
    start = end + 1;
  }
  if (start < text.length) lines.push({ text: text.slice(start), ending: "" });
  return lines;
}

export function joinLines(lines: readonly TextLine[]): string {
  return lines.map(({ text, ending }) => text + ending).join("");
}

/** The most common line ending; LF by default. */
export function dominantEnding(lines: readonly TextLine[]): "\n" | "\r\n" {
  const count = (wanted: TextLine["ending"]): number => lines.filter(({ ending }) => ending === wanted).length;
  return count("\r\n") > count("\n") ? "\r\n" : "\n";
}
