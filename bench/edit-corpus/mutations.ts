import { applied, type BaseEdit } from "./base-edit.ts";
import type { Random } from "./random.ts";
import type { Sent } from "./write-call.ts";

/** A mutated edit: what the model sends, the file on disk, and the expected result. */
export interface Mutated {
  readonly sent: Sent;
  readonly fileLines: readonly string[];
  readonly expectedLines: readonly string[] | "refused";
  /** The file as the model read it. */
  readonly readLines?: readonly string[];
}

/** undefined if it cannot be applied to the edit. */
export type Mutation = (edit: BaseEdit, random: Random) => Mutated | undefined;

/** The model rewrites every line of search and replacement. */
export function rewritten(change: (line: string, index: number) => string): Mutation {
  return (edit) => {
    const sent = { search: edit.search.map(change), replace: edit.replace.map(change) };
    const isSame = sent.search.every((line, index) => line === edit.search[index]);
    return isSame ? undefined : right(edit, sent);
  };
}

/** The file differs from what the model sends. */
export function otherFile(change: (line: string) => string): Mutation {
  return (edit) => {
    const fileLines = edit.source.lines.map(change);
    const window = fileLines.slice(edit.start, edit.start + edit.search.length);
    if (window.every((line, index) => line === edit.search[index])) return undefined;
    return { sent: edit, fileLines, expectedLines: applied(edit, fileLines) };
  };
}

/** Must be applied as intended. */
export function right(edit: BaseEdit, sent: Sent): Mutated {
  return { sent, fileLines: edit.source.lines, expectedLines: applied(edit) };
}

export function refused(edit: BaseEdit, sent: Sent, fileLines: readonly string[] = edit.source.lines): Mutated {
  return { sent, fileLines, expectedLines: "refused" };
}

/** Indexes of unchanged lines of the block, without the first and the last. */
export function contextLines({ search, changed }: BaseEdit, fits: (line: string) => boolean): number[] {
  return search.flatMap((line, index) =>
    index > 0 && index < search.length - 1 && Math.abs(index - changed) > 1 && fits(line) ? [index] : [],
  );
}

/** Applies the same change to a context line of search and replacement. */
export function changeContext(edit: BaseEdit, at: number, change: (line: string) => readonly string[]): Sent {
  const line = edit.search[at] ?? "";
  const inReplace = at < edit.changed ? at : at + (edit.replace.length - edit.search.length);
  return {
    search: edit.search.toSpliced(at, 1, ...change(line)),
    replace: edit.replace.toSpliced(inReplace, 1, ...change(line)),
  };
}

/** Whether the line was added by the edit. */
export function isNew(line: string): boolean {
  return line.includes("insertedLine");
}
