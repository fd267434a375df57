import { parsePatch, structuredPatch } from "diff";

export interface DiffLine {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
  readonly oldLine: number | undefined;
  readonly newLine: number | undefined;
}

export interface DiffHunk {
  /** `@@ -1,3 +1,4 @@` */
  readonly header: string;
  readonly lines: readonly DiffLine[];
  /** The lines of the patch, with their signs. */
  readonly source: string;
}

/** The hunks of a unified diff of one file; empty if it is not one. */
export function parseHunks(patch: string): DiffHunk[] {
  try {
    return parsePatch(patch).flatMap(({ hunks }) => hunks.map(toHunk));
  } catch {
    return [];
  }
}

/** The diff of two texts. Line numbers are only known for a new file. */
export function compareTexts(before: string, after: string): DiffHunk[] {
  const hunks = structuredPatch("", "", before, after, "", "", { context: 3 }).hunks.map(toHunk);
  return before === "" ? hunks : hunks.map(withoutNumbers);
}

function withoutNumbers(hunk: DiffHunk): DiffHunk {
  return { ...hunk, lines: hunk.lines.map((line) => ({ ...line, oldLine: undefined, newLine: undefined })) };
}

export function countLines(hunks: readonly DiffHunk[]): { added: number; removed: number } {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  return {
    added: lines.filter(({ kind }) => kind === "added").length,
    removed: lines.filter(({ kind }) => kind === "removed").length,
  };
}

interface Parsed {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly string[];
}

function toHunk({ oldStart, oldLines, newStart, newLines, lines }: Parsed): DiffHunk {
  let [oldLine, newLine] = [oldStart, newStart];
  return {
    header: `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    source: lines.join("\n"),
    lines: lines.flatMap((line): DiffLine[] => {
      const text = line.slice(1);
      switch (line.charAt(0)) {
        case "+":
          return [{ kind: "added", text, oldLine: undefined, newLine: newLine++ }];
        case "-":
          return [{ kind: "removed", text, oldLine: oldLine++, newLine: undefined }];
        case " ":
          return [{ kind: "same", text, oldLine: oldLine++, newLine: newLine++ }];
        default:
          return [];
      }
    }),
  };
}
