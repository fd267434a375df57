import type { Random } from "./random.ts";
import type { Source } from "./sources.ts";

/** The edit that a model intends: some lines of a file, and the same lines changed. */
export interface BaseEdit {
  readonly source: Source;
  readonly start: number;
  readonly search: readonly string[];
  readonly replace: readonly string[];
  /** Which line of `search` changes. */
  readonly changed: number;
  readonly change: "word" | "insert" | "delete";
}

/** An edit of lines that occur only once, ignoring white space; undefined if the file has none. */
export function baseEdit(source: Source, random: Random, minLines = 4): BaseEdit | undefined {
  for (let attempt = 0; attempt < 30; attempt += 1) {
    const size = minLines + random.below(5);
    const start = random.below(source.lines.length - size);
    const search = source.lines.slice(start, start + size);
    if (!isUsable(search) || occurrences(source.lines, search) !== 1) continue;
    const candidates = search.flatMap((line, index) =>
      index > 0 && index < size - 1 && /[A-Za-z]{4}/.test(line) && count(search, line) === 1 ? [index] : [],
    );
    const changed = random.pick(candidates);
    const change = random.pick(["word", "word", "word", "insert", "delete"] as const);
    if (changed === undefined || change === undefined) continue;
    return { source, start, search, changed, change, replace: changeLine(search, changed, change) };
  }
  return undefined;
}

/** The file's lines with the edit applied. */
export function applied(edit: BaseEdit, fileLines: readonly string[] = edit.source.lines): string[] {
  const at = edit.start + edit.changed;
  return changeLine(fileLines, at, edit.change);
}

function changeLine(lines: readonly string[], at: number, change: BaseEdit["change"]): string[] {
  const line = lines[at] ?? "";
  switch (change) {
    case "word":
      return lines.with(
        at,
        line.replace(/[A-Za-z]{4,}/, (word) => `${word}Changed`),
      );
    case "insert":
      return lines.toSpliced(at + 1, 0, `${/^\s*/.exec(line)?.[0] ?? ""}insertedLine(1);`);
    case "delete":
      return lines.toSpliced(at, 1);
  }
}

function isUsable(search: readonly string[]): boolean {
  const withText = search.filter((line) => /\w{3}/.test(line));
  const [first = "", last = ""] = [search[0], search.at(-1)];
  return withText.length >= 3 && [first, last].every((line) => /\w{3}/.test(line));
}

function occurrences(lines: readonly string[], search: readonly string[]): number {
  const plain = (line: string): string => line.replaceAll(/\s+/g, "");
  const searchKeys = search.map(plain);
  const keys = lines.map(plain);
  return keys.filter((_, start) => searchKeys.every((key, index) => keys[start + index] === key)).length;
}

function count(lines: readonly string[], line: string): number {
  return lines.filter((other) => other.trim() === line.trim()).length;
}
