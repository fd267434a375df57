import { applied } from "./base-edit.ts";
import { isNew, type Mutation, otherFile, rewritten, right } from "./mutations.ts";

/** Characters that differ from the file, escapes, and copied line numbers. */
export const characterKinds: Readonly<Record<string, Mutation>> = {
  exact: (edit) => right(edit, edit),
  "typographic characters sent": rewritten((line) => typographic(line)),
  "typographic characters in the file": otherFile(typographic),
  "no-break spaces in the file": otherFile((line) => line.replace(/(?<=\w) (?=\w)/, "\u00a0")),
  "double quotes for single": rewritten((line) => line.replaceAll("'", '"')),
  "single quotes for double": rewritten((line) => (line.includes("'") ? line : line.replaceAll('"', "'"))),
  "final semicolons left out": rewritten((line) => (isNew(line) ? line : line.replace(/(?<=[\w)\]]);$/, ""))),
  "final commas left out": rewritten((line) => line.replace(/(?<=[\w)\]"']),$/, "")),
  "HTML entities": (edit, random) =>
    /&\w+;|&#/.test(edit.source.lines.join("\n")) ? undefined : rewritten(entities)(edit, random),
  "doubled backslashes": rewritten((line) => line.replaceAll("\\", "\\\\")),
  "dollar signs in the replacement": (edit) => {
    if (edit.change === "delete") return undefined;
    const at = edit.change === "word" ? edit.changed : edit.changed + 1;
    const add = (lines: readonly string[], index: number): string[] => lines.with(index, `${lines[index]} $& $1 $$ $'`);
    const expectedLines = add(applied(edit), edit.start + at);
    return { sent: { ...edit, replace: add(edit.replace, at) }, fileLines: edit.source.lines, expectedLines };
  },
  "copied line numbers": (edit) => {
    const number = (lines: readonly string[]): string[] =>
      lines.map((line, index) => `${String(edit.start + 1 + index).padStart(4)} | ${line}`);
    return right(edit, { search: number(edit.search), replace: number(edit.replace) });
  },
  "copied line numbers in the search text only": (edit) => {
    const search = edit.search.map((line, index) => `${edit.start + 1 + index} | ${line}`);
    return right(edit, { search, replace: edit.replace });
  },
  "line hint off by few": (edit, random) =>
    right(edit, { ...edit, startLine: Math.max(1, edit.start + 1 + random.below(9) - 4) }),
  "line hint far off": (edit, random) =>
    right(edit, { ...edit, startLine: 1 + random.below(edit.source.lines.length) }),
  "last line cut off": (edit) => {
    const last = edit.search.at(-1) ?? "";
    const cut = last.slice(0, Math.ceil(last.length * 0.8)).trimEnd();
    if (cut.trim().length < 8 || cut === last || /\W$/.test(cut)) return undefined;
    const cutLast = (lines: readonly string[]): string[] => [...lines.slice(0, -1), cut];
    return right(edit, { search: cutLast(edit.search), replace: cutLast(edit.replace) });
  },
  "several mistakes at once": rewritten((line) =>
    line.trim() === "" ? line : `  ${typographic(line)}${isNew(line) ? "" : " "}`,
  ),
};

function typographic(line: string): string {
  return line
    .replaceAll(/(?<=\w)'(?=\w)/g, "\u2019")
    .replaceAll(/"([^"]*)"/g, "\u201c$1\u201d")
    .replace(/(?<= )-(?= )/, "\u2013")
    .replace("...", "\u2026");
}

function entities(line: string): string {
  return line.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
