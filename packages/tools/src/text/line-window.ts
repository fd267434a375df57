const maxLineLength = 2000;

/** Extracts a range of lines from chunks of text, keeping only the lines in the range. */
export class LineWindow {
  readonly lines: string[] = [];
  readonly #first: number;
  readonly #maxLines: number;
  readonly #maxCharacters: number;
  #characters = 0;
  /** The number of the line being read, from 1. */
  #number = 1;
  #line = "";
  #lineLength = 0;

  constructor(options: { first: number; maxLines: number; maxCharacters: number }) {
    this.#first = options.first;
    this.#maxLines = options.maxLines;
    this.#maxCharacters = options.maxCharacters;
  }

  /** The range is complete; further lines are only counted. */
  get isFull(): boolean {
    return this.lines.length >= this.#maxLines || this.#characters >= this.#maxCharacters;
  }

  /** Lines so far; a text that ends with a line break has no empty last line. */
  get count(): number {
    return this.#number - (this.#lineLength === 0 ? 1 : 0);
  }

  push(text: string): void {
    let start = this.#skipLines(text);
    for (let end = text.indexOf("\n", start); end !== -1; end = text.indexOf("\n", start)) {
      this.#extend(text, start, end);
      this.#finishLine();
      start = end + 1;
    }
    this.#extend(text, start, text.length);
  }

  /** Adds a last line that has no line break. */
  end(): void {
    if (this.#lineLength > 0) this.#finishLine();
  }

  /** Lines outside the range are only counted: there may be millions. */
  #skipLines(text: string): number {
    let start = 0;
    while (this.#number < this.#first || this.isFull) {
      const end = text.indexOf("\n", start);
      if (end === -1) break;
      this.#nextLine();
      start = end + 1;
    }
    return start;
  }

  #extend(text: string, start: number, end: number): void {
    this.#lineLength += end - start;
    const room = maxLineLength + 2 - this.#line.length;
    if (room > 0) this.#line += text.slice(start, Math.min(end, start + room));
  }

  #finishLine(): void {
    if (this.#number >= this.#first && !this.isFull) {
      const shown = truncateLine(this.#line.replace(/\r$/, ""));
      this.lines.push(shown);
      this.#characters += shown.length + 1;
    }
    this.#nextLine();
  }

  #nextLine(): void {
    this.#number += 1;
    this.#line = "";
    this.#lineLength = 0;
  }
}

export function truncateLine(line: string): string {
  return line.length <= maxLineLength ? line : `${line.slice(0, maxLineLength - 3).toWellFormed()}...`;
}
