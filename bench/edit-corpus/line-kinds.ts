import type { BaseEdit } from "./base-edit.ts";
import { changeContext, contextLines, type Mutated, type Mutation, refused, right } from "./mutations.ts";

/** Lines that are wrapped differently, missing, added, reordered or reworded. */
export const lineKinds: Readonly<Record<string, Mutation>> = {
  "lines wrapped": (edit, random) => {
    const at = random.pick(contextLines(edit, (line) => /\w \S+ \w/.test(line.trim())));
    return at === undefined ? undefined : right(edit, changeContext(edit, at, wrap));
  },
  "lines joined": (edit) => {
    const at = contextLines(edit, (line) => line.trim() !== "")[0];
    const next = at === undefined ? undefined : edit.search[at + 1];
    if (at === undefined || next === undefined || at + 1 >= edit.search.length - 1 || next.trim() === "")
      return undefined;
    if (Math.abs(at + 1 - edit.changed) < 2) return undefined;
    const offset = at < edit.changed ? 0 : edit.replace.length - edit.search.length;
    const joined = `${edit.search[at]} ${next.trim()}`;
    const sent = {
      search: edit.search.toSpliced(at, 2, joined),
      replace: edit.replace.toSpliced(at + offset, 2, joined),
    };
    return right(edit, sent);
  },
  "blank line left out": (edit) => {
    const at = contextLines(edit, (line) => line === "")[0];
    return at === undefined
      ? undefined
      : right(
          edit,
          changeContext(edit, at, () => []),
        );
  },
  "blank line too many": (edit, random) => {
    const at = random.pick(contextLines(edit, (line) => line.trim() !== ""));
    return at === undefined
      ? undefined
      : right(
          edit,
          changeContext(edit, at, (line) => [line, ""]),
        );
  },
  "blank lines around it": (edit) =>
    right(edit, { search: ["", ...edit.search, ""], replace: ["", ...edit.replace, ""] }),
  "line left out without a sign": (edit, random) => {
    const at = random.pick(contextLines(edit, (line) => line.trim() !== ""));
    return at === undefined
      ? undefined
      : right(
          edit,
          changeContext(edit, at, () => []),
        );
  },
  "lines in another order": (edit) => {
    const at = contextLines(edit, (line) => line.trim() !== "")[0];
    const next = at === undefined ? undefined : edit.search[at + 1];
    if (at === undefined || next === undefined || at + 1 >= edit.search.length - 1) return undefined;
    if (Math.abs(at + 1 - edit.changed) < 2 || next.trim() === (edit.search[at] ?? "").trim()) return undefined;
    const offset = at < edit.changed ? 0 : edit.replace.length - edit.search.length;
    const swap = (lines: readonly string[], from: number): string[] =>
      lines.toSpliced(from, 2, lines[from + 1] ?? "", lines[from] ?? "");
    return right(edit, { search: swap(edit.search, at), replace: swap(edit.replace, at + offset) });
  },
  "context word misspelt": (edit, random) => {
    const at = random.pick(contextLines(edit, (line) => /[a-z]{9,}/.test(line) && line.trim().length > 20));
    const misspell = (line: string): string[] => [
      line.replace(/[a-z]{9,}/, (word) => `${word.slice(0, 4)}x${word.slice(4)}`),
    ];
    return at === undefined ? undefined : right(edit, changeContext(edit, at, misspell));
  },
  "comment in other words": (edit, random) => {
    const at = random.pick(contextLines(edit, (line) => /^\s*(?:\/\/|#|\*) .{20,}[a-z]{3}/.test(line)));
    const reword = (line: string): string[] => [line.replace(/(?<=\w) (?:the|a|is|of|to) /, " ").replace(/\.?$/, "!")];
    return at === undefined ? undefined : right(edit, changeContext(edit, at, reword));
  },
  "lines left out with a sign": (edit) => elided(edit, { isUnique: true }),
  "lines left out, end not unique": (edit) => elided(edit, { isUnique: false }),
};

function wrap(line: string): string[] {
  const middle = line.indexOf(" ", Math.max(line.length - line.trimStart().length + 1, Math.floor(line.length / 2)));
  return middle === -1 ? [line] : [line.slice(0, middle), `  ${line.slice(middle + 1)}`];
}

function elided(edit: BaseEdit, { isUnique }: { isUnique: boolean }): Mutated | undefined {
  const { source, start } = edit;
  const [head, tail] = [edit.search.slice(0, 2), source.lines.slice(start + 9, start + 11)];
  const isText = tail.length === 2 && tail.every((line) => /\w{3}/.test(line));
  const tails = source.lines.filter(
    (line, index) =>
      index > start + 1 && line.trim() === tail[0]?.trim() && source.lines[index + 1]?.trim() === tail[1]?.trim(),
  ).length;
  const heads = source.lines.filter(
    (line, index) => line.trim() === head[0]?.trim() && source.lines[index + 1]?.trim() === head[1]?.trim(),
  ).length;
  if (!isText || tails !== 1 || heads !== 1) return undefined;
  const search = [...head, "  // ... existing code ...", ...tail];
  const replace = [...head, "shorter(now);", ...tail];
  if (!isUnique) return refused(edit, { search, replace }, [...source.lines, "", ...tail]);
  const expectedLines = source.lines.toSpliced(start + 2, 7, "shorter(now);");
  return { sent: { search, replace }, fileLines: source.lines, expectedLines };
}
