import { applied, type BaseEdit } from "./base-edit.ts";
import type { Random } from "./random.ts";
import type { Sent } from "./write-call.ts";

/** What becomes of an edit on its way: what the model sends, the file it meets, and what should result. */
export interface Mutated {
  readonly sent: Sent;
  readonly fileLines: readonly string[];
  readonly expectedLines: readonly string[] | "refused";
  /** The file as the model read it. */
  readonly readLines?: readonly string[];
}

/** undefined where the edit gives no occasion for it. */
export type Mutation = (edit: BaseEdit, random: Random) => Mutated | undefined;

/** The model writes every line in its own way, in search and replacement alike. */
export function rewritten(change: (line: string, index: number) => string): Mutation {
  return (edit) => {
    const sent = { search: edit.search.map(change), replace: edit.replace.map(change) };
    const isSame = sent.search.every((line, index) => line === edit.search[index]);
    return isSame ? undefined : right(edit, sent);
  };
}

/** The file is written in another way than the model sends it. */
export function otherFile(change: (line: string) => string): Mutation {
  return (edit) => {
    const fileLines = edit.source.lines.map(change);
    const window = fileLines.slice(edit.start, edit.start + edit.search.length);
    if (window.every((line, index) => line === edit.search[index])) return undefined;
    return { sent: edit, fileLines, expectedLines: applied(edit, fileLines) };
  };
}

/** Sent so, it must be applied as it was meant. */
export function right(edit: BaseEdit, sent: Sent): Mutated {
  return { sent, fileLines: edit.source.lines, expectedLines: applied(edit) };
}

export function refused(edit: BaseEdit, sent: Sent, fileLines: readonly string[] = edit.source.lines): Mutated {
  return { sent, fileLines, expectedLines: "refused" };
}

/** Lines of the block that do not change, by their index; never the first or the last. */
export function contextLines({ search, changed }: BaseEdit, fits: (line: string) => boolean): number[] {
  return search.flatMap((line, index) =>
    index > 0 && index < search.length - 1 && Math.abs(index - changed) > 1 && fits(line) ? [index] : [],
  );
}

/** The same change to a context line of search and replacement. */
export function changeContext(edit: BaseEdit, at: number, change: (line: string) => readonly string[]): Sent {
  const line = edit.search[at] ?? "";
  const inReplace = at < edit.changed ? at : at + (edit.replace.length - edit.search.length);
  return {
    search: edit.search.toSpliced(at, 1, ...change(line)),
    replace: edit.replace.toSpliced(inReplace, 1, ...change(line)),
  };
}

/** What the model adds is its own. */
export function isNew(line: string): boolean {
  return line.includes("insertedLine");
}
