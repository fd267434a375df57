/** Lines of a file, from 1, both included. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
  readonly name?: string;
}

export function rangeLength(lines: readonly string[], { start, end }: LineRange): number {
  let length = end - start;
  for (let line = start; line <= end; line += 1) length += lines[line - 1]?.length ?? 0;
  return length;
}

/** Cuts a range into ones that fit, at the last blank line before the limit where that does not waste half of it. */
export function cutLines(lines: readonly string[], range: LineRange, maxCharacters: number): LineRange[] {
  const ranges: LineRange[] = [];
  let { start } = range;
  let length = 0;
  let blank = 0;
  let lengthAtBlank = 0;
  for (let line = start; line <= range.end; line += 1) {
    const text = lines[line - 1] ?? "";
    if (line > start && length + text.length > maxCharacters) {
      const isGood = blank >= start && lengthAtBlank > maxCharacters / 2;
      const end = isGood ? blank : line - 1;
      ranges.push({ ...range, start, end });
      start = end + 1;
      length = start < line ? rangeLength(lines, { start, end: line - 1 }) + 1 : 0;
    }
    length += text.length + 1;
    if (text.trim() === "") [blank, lengthAtBlank] = [line, length];
  }
  ranges.push({ ...range, start, end: range.end });
  return ranges;
}
