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

  /** A `@@` line; it belongs to the previous hunk only when that has no lines yet. */
  open({ context, startLine }: { context?: string | undefined; startLine?: number | undefined }): void {
    if (this.#open && this.#open.last === undefined) {
      if (context !== undefined) this.#open.contexts.push(context);
      return;
    }
    this.#close();
    this.#open = { ...emptyHunk(), contexts: context === undefined ? [] : [context], startLine };
  }

  /** Returns false for a line that belongs to no hunk. */
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

  /** `\ No newline at end of file`, about the previous line. */
  noFinalBreak(): void {
    if (!this.#open?.last) return;
    this.#open.isEndOfFile = true;
    // After a removed line it is about the old file only, unless the new one repeats it.
    this.#open.endsWithBreak = this.#open.last === "-";
  }

  finish(): PatchHunk[] {
    this.#close();
    return this.#hunks;
  }

  #close(): void {
    if (this.#open?.last !== undefined) {
      const { last: _, endsWithBreak, ...hunk } = this.#open;
      this.#hunks.push({ ...hunk, endsWithBreak });
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
