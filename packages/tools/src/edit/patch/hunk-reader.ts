import type { PatchHunk } from "./patch-section.ts";

interface OpenHunk {
  contexts: string[];
  search: string[];
  replace: string[];
  startLine: number | undefined;
  isEndOfFile: boolean;
  endsWithBreak: boolean | undefined;
  last: " " | "+" | "-" | undefined;
}

/** Collects the lines of hunks. */
export class HunkReader {
  readonly #hunks: PatchHunk[] = [];
  #open: OpenHunk | undefined;

  /** A `@@` line: of the hunk before it only when that has no line yet. */
  open({ context, startLine }: { context?: string | undefined; startLine?: number | undefined }): void {
    if (this.#open && this.#open.last === undefined) {
      if (context !== undefined) this.#open.contexts.push(context);
      return;
    }
    this.#close();
    this.#open = { ...emptyHunk(), contexts: context === undefined ? [] : [context], startLine };
  }

  /** False for a line that belongs to no hunk. */
  push(line: string): boolean {
    const sign = line === "" ? " " : line[0];
    if (sign !== " " && sign !== "+" && sign !== "-") return false;
    this.#open ??= emptyHunk();
    const text = line.slice(1);
    if (sign !== "+") this.#open.search.push(text);
    if (sign !== "-") this.#open.replace.push(text);
    this.#open.last = sign;
    return true;
  }

  endOfFile(): void {
    if (this.#open) this.#open.isEndOfFile = true;
  }

  /** `\ No newline at end of file`, said of the line before it. */
  noFinalBreak(): void {
    if (!this.#open?.last) return;
    this.#open.isEndOfFile = true;
    // After a removed line it tells of the old file only, unless the new one says the same later.
    this.#open.endsWithBreak = this.#open.last === "-";
  }

  finish(): PatchHunk[] {
    this.#close();
    return this.#hunks;
  }

  #close(): void {
    if (this.#open?.last !== undefined) {
      const { last: _, endsWithBreak, ...hunk } = this.#open;
      this.#hunks.push({ ...hunk, ...(endsWithBreak !== undefined && { endsWithBreak }) });
    }
    this.#open = undefined;
  }
}

function emptyHunk(): OpenHunk {
  return {
    contexts: [],
    search: [],
    replace: [],
    startLine: undefined,
    isEndOfFile: false,
    endsWithBreak: undefined,
    last: undefined,
  };
}
