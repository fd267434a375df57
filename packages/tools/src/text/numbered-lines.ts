/** `<n> | text` per line, the numbers right-aligned to the last. */
export function numberLines(lines: readonly string[], first: number): string {
  const width = String(first + lines.length - 1).length;
  return lines.map((line, index) => `${String(first + index).padStart(width)} | ${line}`).join("\n");
}

/**
 * The lines without such numbers, and the first number; undefined unless every line has one, counting up by one.
 * Models copy them from what read_file shows.
 */
export function stripNumbers(lines: readonly string[]): { lines: string[]; first: number } | undefined {
  const parsed = lines.map((line) => /^\s*(\d+) \|(?: (.*))?$/s.exec(line));
  const first = Number(parsed[0]?.[1]);
  if (!parsed.every((match, index) => match && Number(match[1]) === first + index)) return undefined;
  return lines.length === 0 ? undefined : { lines: parsed.map((match) => match?.[2] ?? ""), first };
}
