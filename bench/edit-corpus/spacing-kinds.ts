import { applied, type BaseEdit } from "./base-edit.ts";
import { isNew, type Mutation, otherFile, rewritten } from "./mutations.ts";

/** White space that differs from the file. */
export const spacingKinds: Readonly<Record<string, Mutation>> = {
  "spaces at line ends sent": rewritten((line) =>
    line.replaceAll(/[A-Za-z]/g, "").length % 2 === 0 && !isNew(line) ? `${line}  ` : line,
  ),
  "spaces at line ends in the file": otherFile((line) => (line.length % 3 === 0 && line !== "" ? `${line}  ` : line)),
  "tabs in the file, spaces sent": tabsForSpaces(4),
  "tabs in the file, two spaces sent": tabsForSpaces(2),
  "tabs in the file, eight spaces sent": tabsForSpaces(8),
  "spaces in the file, tabs sent": (edit, random) => {
    const unit = unitOf(edit);
    return unit === undefined
      ? undefined
      : rewritten((line) => line.replace(/^ +/, (indent) => "\t".repeat(indent.length / unit)))(edit, random);
  },
  "all indentation lost by one step": shifted(-1),
  "one step too deep": shifted(1),
  "wider steps sent": (edit, random) => {
    const unit = unitOf(edit);
    const isStepped = new Set(edit.search.filter((line) => line.trim() !== "").map(indentLength)).size > 1;
    return unit !== 2 || !isStepped
      ? undefined
      : rewritten((line) => line.replace(/^ +/, (indent) => indent.repeat(2)))(edit, random);
  },
  "white space inside lines": rewritten((line) =>
    line.replace(/(?<=\S) = (?=\S)/, "  =  ").replace(/(?<=\S), /, ",   "),
  ),
};

function indentLength(line: string): number {
  return /^ */.exec(line)?.[0].length ?? 0;
}

/** Spaces per indentation level, if the block is indented consistently and at least once by one level. */
function unitOf({ search, replace }: BaseEdit): number | undefined {
  const lines = [...search, ...replace].filter((line) => line.trim() !== "");
  if (lines.some((line) => /^ *\t/.test(line))) return undefined;
  const lengths = lines.map(indentLength).filter((length) => length > 0);
  const unit = [4, 2].find((size) => lengths.every((length) => length % size === 0) && lengths.includes(size));
  return lengths.length === 0 ? undefined : unit;
}

function tabsForSpaces(width: number): Mutation {
  return (edit) => {
    const unit = unitOf(edit);
    if (unit === undefined) return undefined;
    const toTabs = (line: string): string => line.replace(/^(?: {2}|\t)+/, tabs(unit));
    const fileLines = edit.source.lines.map(toTabs);
    const asRead = fileLines.slice(edit.start, edit.start + edit.search.length);
    if (!asRead.some((line) => line.startsWith("\t"))) return undefined;
    const spaced = (line: string): string =>
      line.replace(/^ +/, (indent) => " ".repeat((indent.length / unit) * width));
    const sent = { search: edit.search.map(spaced), replace: edit.replace.map(spaced) };
    return { sent, fileLines, expectedLines: applied(edit, fileLines) };
  };
}

function tabs(unit: number): (indent: string) => string {
  return (indent) => (indent.includes("\t") ? indent : "\t".repeat(Math.floor(indent.length / unit)));
}

function shifted(direction: 1 | -1): Mutation {
  return (edit, random) => {
    const lines = edit.search.filter((line) => line.trim() !== "");
    const minIndent = Math.min(...lines.map(indentLength));
    if (lines.some((line) => line.startsWith("\t")) || (direction === -1 && minIndent === 0)) return undefined;
    const change = (line: string): string => {
      if (line.trim() === "") return line;
      return direction === 1 ? `    ${line}` : line.slice(minIndent);
    };
    return rewritten(change)(edit, random);
  };
}
