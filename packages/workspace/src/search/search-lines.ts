import type { SearchLine, SearchOutcome } from "@roo-code/types";
import { comparePaths } from "../files/natural-order.ts";

const maxLineLength = 500;

/** Collects found lines per file until the limit of matches is exceeded. */
export class SearchLines {
  readonly #limit: number;
  readonly #files = new Map<string, SearchLine[]>();
  #matches = 0;
  #isTruncated = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** False if the limit is reached: the search can stop. */
  add(path: string, line: SearchLine): boolean {
    if (line.isMatch && this.#matches === this.#limit) {
      this.#isTruncated = true;
      return false;
    }
    if (line.isMatch) this.#matches += 1;
    const lines = this.#files.get(path) ?? [];
    lines.push({ ...line, text: cutLine(line.text) });
    this.#files.set(path, lines);
    return true;
  }

  outcome(): SearchOutcome {
    const files = [...this.#files]
      .map(([path, lines]) => ({ path, lines }))
      // Context of a match beyond the limit is useless by itself.
      .filter(({ lines }) => lines.some((line) => line.isMatch))
      .sort((left, right) => comparePaths(left.path, right.path));
    return { files, matches: this.#matches, isTruncated: this.#isTruncated };
  }
}

function cutLine(text: string): string {
  if (text.length <= maxLineLength) return text;
  // Never splits a surrogate pair.
  const end = /[\uD800-\uDBFF]/.test(text.charAt(maxLineLength - 1)) ? maxLineLength - 1 : maxLineLength;
  return `${text.slice(0, end)} [line cut]`;
}
