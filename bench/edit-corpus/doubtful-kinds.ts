import { applied, type BaseEdit } from "./base-edit.ts";
import { contextLines, type Mutation, refused } from "./mutations.ts";

/** Ambiguous and stale edits, and similar ones that are unambiguous. */
export const doubtfulKinds: Readonly<Record<string, Mutation>> = {
  "lazy replacement": (edit) =>
    refused(edit, {
      search: edit.search,
      replace: [...edit.replace.slice(0, 2), "// ... rest of the code unchanged ..."],
    }),
  "two equal matches": (edit) => refused(edit, edit, twice(edit)),
  "two equal matches, hint between": (edit) => refused(edit, { ...edit, startLine: middleOf(edit) }, twice(edit)),
  "two equal matches, hint at the first": (edit) => {
    const fileLines = twice(edit);
    const sent = { ...edit, startLine: edit.start + 1 };
    return { sent, fileLines, expectedLines: applied(edit, fileLines) };
  },
  "two matches that differ in indentation, neither exact": (edit) => {
    const copy = edit.search.map((line) => (line === "" ? line : `   ${line}`));
    const deeper = (line: string): string => (line === "" ? line : ` ${line}`);
    const sent = { search: edit.search.map(deeper), replace: edit.replace.map(deeper) };
    return refused(edit, sent, [...edit.source.lines, "", ...copy]);
  },
  "two matches that differ in indentation, one exact": (edit) => {
    const fileLines = [...edit.source.lines, "", ...edit.search.map((line) => (line === "" ? line : `   ${line}`))];
    return { sent: edit, fileLines, expectedLines: applied(edit, fileLines) };
  },
  "file changed elsewhere since it was read": (edit) => ({
    ...refused(edit, edit, [...edit.source.lines, "another line"]),
    readLines: edit.source.lines,
  }),
  "file changed there since it was read": (edit) => ({
    ...refused(edit, edit, staleLine(edit)),
    readLines: edit.source.lines,
  }),
  "remembered from before an own edit": (edit) =>
    edit.change === "insert" ? undefined : refused(edit, edit, staleLine(edit)),
  "number changed meanwhile": (edit) => {
    const line = edit.search[edit.changed] ?? "";
    if (edit.change === "insert" || !/\d/.test(line)) return undefined;
    const at = edit.start + edit.changed;
    const other = line.replace(/\d/, (digit) => String((Number(digit) + 1) % 10));
    return refused(edit, edit, edit.source.lines.with(at, other));
  },
  "context changed meanwhile": (edit, random) => {
    const at = random.pick(
      contextLines(edit, (line) => /[A-Za-z]{4}/.test(line) && !/^\s*(?:\/\/|#|\*|\/\*|<!--)/.test(line)),
    );
    if (at === undefined) return undefined;
    const rename = (line: string): string => line.replace(/[A-Za-z]{4,}/, (word) => `${word.slice(0, 2)}Other`);
    return refused(edit, edit, edit.source.lines.with(edit.start + at, rename(edit.search[at] ?? "")));
  },
  "only a sibling is left": (edit) => {
    const line = edit.search[0] ?? "";
    if (/^\s*(?:\/\/|#|\*|\/\*|<!--)/.test(line)) return undefined;
    const other = line.replace(/[A-Za-z]{4,}(?!.*[A-Za-z]{4})/, (word) => `${word}s`);
    return other === line ? undefined : refused(edit, edit, edit.source.lines.with(edit.start, other));
  },
  "text that is gone": (edit) => refused(edit, edit, edit.source.lines.toSpliced(edit.start, edit.search.length)),
};

function twice(edit: BaseEdit): string[] {
  return [...edit.source.lines, "", ...edit.search];
}

function middleOf({ start, search, source }: BaseEdit): number {
  return Math.floor((start + search.length + source.lines.length) / 2) + 1;
}

/** The file with the changed line replaced by another one. */
function staleLine(edit: BaseEdit): string[] {
  const at = edit.start + edit.changed;
  return edit.source.lines.with(
    at,
    (edit.source.lines[at] ?? "").replace(/[A-Za-z]{4,}/, (word) => `${word.slice(0, -1)}Renamed`),
  );
}
