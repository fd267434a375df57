import type { LineWindow } from "./line-window.ts";

/** `<n> | text` per line, the numbers right-aligned to the last. */
export function numberLines(lines: readonly string[], first: number): string {
  const width = String(first + lines.length - 1).length;
  return lines.map((line, index) => `${String(first + index).padStart(width)} | ${line}`).join("\n");
}

/**
 * The lines without their numbers, and the first number; undefined unless every line has one, counting up by one.
 * Models copy them from the output of read_file.
 */
export function stripNumbers(lines: readonly string[]): { lines: string[]; first: number } | undefined {
  const parsed = lines.map((line) => /^\s*(\d+) \|(?: (.*))?$/s.exec(line));
  const first = Number(parsed[0]?.[1]);
  if (!parsed.every((match, index) => match && Number(match[1]) === first + index)) return undefined;
  return lines.length === 0 ? undefined : { lines: parsed.map((match) => match?.[2] ?? ""), first };
}

interface ShownLines {
  readonly path: string;
  readonly lines: LineWindow;
  readonly first: number;
  /** "120", or a lower bound when the end was not read. */
  readonly total: string;
  readonly isWhole: boolean;
}

/** Numbered lines, after a notice when there are more. */
export function showLines({ path, lines, first, total, isWhole }: ShownLines): string {
  const last = first + lines.lines.length - 1;
  const body = numberLines(lines.lines, first);
  if (isWhole && last === lines.count) return body;
  return [
    "Truncated: this is part of the file.",
    `Lines shown: ${first}-${last} of ${total}.`,
    `To continue: read_file with path "${path}" and offset ${last + 1}.`,
    "",
    body,
  ].join("\n");
}
